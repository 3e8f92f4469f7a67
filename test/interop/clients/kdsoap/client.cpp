// KDSoap calls a WSDL of its services. Usage: client ADDRESS
#include <QCoreApplication>
#include <cstdio>
#include "calc.h"

static void print(const Calc &calc, const char *separator)
{
    const QByteArray error = calc.lastError().replace('"', '\'').replace('\n', ' ').toUtf8();
    std::printf(error.isEmpty() ? "{\"result\": true}%s%s" : "{\"error\": \"%s\"}%s", error.constData(), separator);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Calc calc;
    calc.setEndPoint(application.arguments().at(1));
    C__Numbers numbers;
    numbers.setA(4);
    numbers.setB(2);
    std::printf("[");
    calc.add(numbers);
    print(calc, ", ");
    calc.divide(numbers);
    print(calc, "]\n");
    return 0;
}
