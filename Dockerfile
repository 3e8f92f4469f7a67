# The command line in a container: see docs/pipelines.md. `npm run package -- --cli` makes the package that is copied.
ARG NODE=20
FROM node:${NODE}-slim
COPY dist/soaphttp-*.tgz /tmp/soaphttp.tgz
RUN npm install --global --offline /tmp/soaphttp.tgz && rm /tmp/soaphttp.tgz
USER node
WORKDIR /requests
ENTRYPOINT ["soaphttp"]
