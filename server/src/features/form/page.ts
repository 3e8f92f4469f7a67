import * as l10n from "@vscode/l10n";
import { shortened } from "../../text/lines.ts";
import { html, type Markup, nothing } from "../../text/markup.ts";
import { required } from "../support/schemaWords.ts";
import type { FormField } from "./fields.ts";
import type { Form } from "./form.ts";

export function formContent(form: Form, messages: ReadonlyMap<FormField, readonly string[]>): Markup {
  if (form.kind === "none") return html`<p role="status">${form.reason}</p>`;
  const count = [...messages.values()].flat().length;
  const verdict =
    count === 0 ? l10n.t("No problems") : count === 1 ? l10n.t("1 problem") : l10n.t("{0} problems", count);
  const rest =
    form.hidden > 0 ? html`<li>${l10n.t("{0} more elements are only edited in the text.", form.hidden)}</li>` : nothing;
  return html`<h1>${name(form.name)}</h1><p role="status">${verdict}</p><ul id="fields">${form.fields.map((field) => item(field, messages))}${rest}</ul>`;
}

const maxProblems = 3;

/** The HTML page of the form. Its script requests the content. Only the script and the style with the nonce are allowed. */
export function formPage(nonce: string): Markup {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="${l10n.t("en")}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${l10n.t("Edit as Form")}</title><style nonce="${nonce}">${style}</style></head><body><main></main><script nonce="${nonce}">${script}</script></body></html>`;
}

function item(field: FormField, messages: ReadonlyMap<FormField, readonly string[]>): Markup {
  const { id, isPresent, attributes, hiddenAttributes, children, hidden } = field;
  const problems = messages.get(field) ?? [];
  const described = `t${id}${problems.length > 0 ? ` p${id}` : ""}`;
  const shown = problems.slice(0, maxProblems).map((one) => html`<span>${shortened(one, 300)}</span>`);
  const rest =
    hidden > 0
      ? html`<li id="m${id}"><button data-act="more" data-id="${id}" data-shown="${children.length + 500}">${l10n.t("Show more elements ({0} left)", hidden)}</button></li>`
      : nothing;
  const others =
    hiddenAttributes > 0
      ? html`<li>${l10n.t("{0} more attributes are only edited in the text.", hiddenAttributes)}</li>`
      : nothing;
  const items = (fields: readonly FormField[]) => fields.map((one) => item(one, messages));
  const content =
    attributes.length > 0 || children.length > 0 || hidden > 0
      ? html`<ul id="u${id}">${items(attributes)}${others}${items(children)}${rest}</ul>`
      : nothing;
  return html`<li id="i${id}" data-name="${name(field.label)}"><div class="${isPresent ? "row" : "row absent"}">${toggle(field)}${presence(field)}${label(field)}${control(field, described, problems.length > 0)}${occurrences(field)}<small id="t${id}">${note(field)}</small></div>${problems.length > 0 ? html`<p class="problem" id="p${id}">${shown}</p>` : nothing}${content}</li>`;
}

function toggle({ id, isOpen, label }: FormField): Markup {
  if (isOpen === undefined) return html`<span class="toggle"></span>`;
  return html`<button class="toggle" data-act="open" data-id="${id}" aria-expanded="${String(isOpen)}" aria-label="${l10n.t("Content of {0}", name(label))}">${isOpen ? "▾" : "▸"}</button>`;
}

function presence({ id, label, add, remove, isRepeated, isPresent }: FormField): Markup {
  if (isRepeated || !(add ?? remove)) return nothing;
  const action = isPresent ? html`data-act="remove" checked=""` : html`data-act="add"`;
  return html`<input type="checkbox" data-id="${id}" ${action} aria-label="${l10n.t("Include {0}", name(label))}">`;
}

function occurrences({ id, label, add, repeat, remove, isRepeated }: FormField): Markup {
  if (!isRepeated) return nothing;
  const button = (act: string, sign: string, text: string) =>
    html`<button data-act="${act}" data-id="${id}" aria-label="${text}" title="${text}">${sign}</button>`;
  const more = add ? "add" : repeat ? "repeat" : undefined;
  return html`${more ? button(more, "+", l10n.t("Add {0}", name(label))) : nothing}${remove ? button("remove", "−", l10n.t("Remove {0}", name(label))) : nothing}`;
}

function label({ id, label: text, kind, value, alternatives, choose }: FormField): Markup {
  if (alternatives.length > 0 && choose) {
    const others = alternatives.map((one, at) => html`<option value="${at}">${name(one)}</option>`);
    return html`<select class="name" data-act="choose" data-id="${id}" aria-label="${l10n.t("Choose an alternative to {0}", name(text))}"><option value="" selected="">${name(text)}</option>${others}</select>`;
  }
  const shown = kind === "attribute" ? `@${name(text)}` : name(text);
  return value ? html`<label class="name" for="v${id}">${shown}</label>` : html`<span class="name">${shown}</span>`;
}

function control({ id, label, value, set, isRequired, alternatives }: FormField, described: string, invalid: boolean) {
  if (!value) return nothing;
  if (!set) return html`<em id="v${id}">${l10n.t("Edit this value in the text.")}</em>`;
  const named = alternatives.length > 0 ? html` aria-label="${name(label)}"` : nothing;
  const facts = html`id="v${id}" data-act="set" data-id="${id}" data-value="${value.text}" aria-describedby="${described}" aria-invalid="${String(invalid)}"${isRequired ? html` required=""` : nothing}${named}`;
  switch (value.kind) {
    case "choice":
      return html`<select ${facts}>${value.choices.map((one) => html`<option value="${one}"${one === value.text ? html` selected=""` : nothing}>${one}</option>`)}</select>`;
    case "lines":
      return html`<textarea rows="4" ${facts}>
${value.text}</textarea>`;
    case "number":
      return html`<input inputmode="decimal" autocomplete="off" value="${value.text}" ${facts}>`;
    case "text":
      return html`<input autocomplete="off" spellcheck="false" value="${value.text}" ${facts}>`;
    default:
      return html`<input type="${value.kind}" step="1" value="${value.text}" ${facts}>`;
  }
}

function note({ type, isRequired, isPresent }: FormField): string {
  return isRequired && !isPresent ? required(name(type)) : name(type);
}

/** The name as HTML. Names may have any length, so long names are shortened. */
function name(text: string): string {
  return shortened(text, 100);
}

const style = html`.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light){color-scheme:dark}body{padding:0 1rem 1rem;background:var(--vscode-editor-background);color:var(--vscode-editor-foreground);font:var(--vscode-font-size)/1.5 var(--vscode-font-family)}
h1{font-size:1.2rem;margin:.5rem 0;overflow-wrap:anywhere}p{margin:.2rem 0}ul{list-style:none;margin:0;padding:0 0 0 1.2rem}#fields{padding:0}
li ul{border-left:1px solid var(--vscode-tree-indentGuidesStroke,transparent);margin-left:.6rem;padding-left:.6rem}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .4rem;padding:.1rem 0}
.name{min-width:8rem;max-width:24rem;overflow-wrap:anywhere}input[type=checkbox]+.name{min-width:6.6rem}.absent .name{font-style:italic}small{font-size:.9em}
:is(input:not([type=checkbox]),select,textarea){box-sizing:border-box;font:inherit;padding:.1rem .3rem;background:var(--vscode-input-background);color:var(--vscode-input-foreground);border:1px solid var(--vscode-settings-textInputBorder,var(--vscode-input-border,var(--vscode-editorWidget-border)))}
:is(input:not([type=checkbox]),textarea){flex:1 1 6rem;min-width:6rem;max-width:40rem}
select{background:var(--vscode-dropdown-background);color:var(--vscode-dropdown-foreground);max-width:100%}
[aria-invalid=true]{border-color:var(--vscode-inputValidation-errorBorder,var(--vscode-errorForeground))!important}
input[type=checkbox]{width:1rem;height:1rem;margin:0}
button{font:inherit;min-width:1.5rem;min-height:1.5rem;padding:0 .4rem;background:var(--vscode-button-secondaryBackground,transparent);color:var(--vscode-button-secondaryForeground,inherit);border:1px solid var(--vscode-contrastBorder,var(--vscode-editorWidget-border,transparent));cursor:pointer}
.toggle{width:1.5rem;min-width:1.5rem;padding:0;background:none;color:inherit;border-color:var(--vscode-contrastBorder,transparent)}
:focus-visible{outline:1px solid var(--vscode-focusBorder);outline-offset:1px}
.problem{margin-left:2rem;color:var(--vscode-soaphttp-error,var(--vscode-errorForeground));overflow-wrap:anywhere}.problem span{display:block}`;

/** Displays the content from the extension, preserves the focus and the typed text, and reports the user's actions. */
const script = html`const host = acquireVsCodeApi();
const main = document.querySelector("main");
let state = host.getState() ?? {};
let last;
let version;
const was = new WeakMap();
const view = () => ({ open: state.open ?? {}, shown: state.shown ?? {} });
const send = (message) => host.postMessage({ ...message, version, view: view() });
const keep = (more) => host.setState((state = { ...state, ...more }));
const isValue = (node) => node.matches?.("input:not([type=checkbox]),select,textarea");
const whole = ({ type, value }) => (/^(time|datetime-local)$/.test(type) && /^(.*T)?..:..$/.test(value) ? value + ":00" : value);
function draw(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const isOther = old.dataset.value !== fresh.dataset.value;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  drawContent(old, fresh);
  if (isValue(old) && (isOther || old !== document.activeElement || old.dataset.act === "choose")) {
    old.value = fresh.value;
    was.set(old, old.value);
  }
  if (old.type === "checkbox") old.checked = fresh.checked;
}
function drawContent(old, fresh) {
  const ids = new Set([...fresh.childNodes].map(({ id }) => id));
  for (const node of [...old.childNodes]) if (node.id && !ids.has(node.id)) node.remove();
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    if (at && at.nodeName === node.nodeName && at.id === node.id && at.type === node.type) {
      const next = at.nextSibling;
      draw(at, node);
      at = next;
    } else old.insertBefore(node, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
function focusAfter({ act, item, parent, name }) {
  const own = document.getElementById(item);
  const next = act === "repeat" && document.getElementById(item.replace(/[0-9]+$/, (index) => Number(index) + 1));
  const same = [...(document.getElementById(parent)?.children ?? [])].filter((one) => one.dataset.name === name);
  const field = next || (own?.dataset.name === name ? own : same.at(-1)) || own;
  (field?.querySelector("[data-act=add],[data-act=repeat],[data-act=remove],[data-act=choose]") ?? field?.querySelector("[data-act]"))?.focus();
}
addEventListener("message", ({ data }) => {
  keep(data.place);
  version = data.version;
  const fresh = document.createElement("template");
  fresh.innerHTML = data.html;
  drawContent(main, fresh.content);
  if (data.edited && last) focusAfter(last);
  if (data.edited) last = undefined;
  for (const one of data.dropped) {
    const node = document.getElementById("v" + one.id);
    const isSame = node?.dataset.value === one.before && node.closest("li").dataset.name === one.name;
    send({ ...one, id: isSame ? one.id : undefined, isAgain: true });
  }
});
function act(node) {
  const { act, id } = node.dataset;
  if (act === "open" || act === "more") {
    const isOpen = node.getAttribute("aria-expanded") === "true";
    keep(act === "open" ? { open: { ...state.open, [id]: !isOpen } } : { shown: { ...state.shown, [id]: Number(node.dataset.shown) } });
    send({ act: "view" });
    return;
  }
  const item = node.closest("li");
  const { name } = item.dataset;
  if (act !== "set") last = { act, item: item.id, parent: item.parentElement.id, name };
  send({ act, id, name, before: node.dataset.value, value: isValue(node) ? whole(node) : undefined });
}
function commit(node) {
  // A date that is typed in part has no value.
  if (node.validity?.badInput) node.value = was.get(node);
  if (node.dataset?.act !== "set" || was.get(node) === undefined || node.value === was.get(node)) return;
  was.set(node, node.value);
  act(node);
}
main.addEventListener("focusin", ({ target }) => was.set(target, target.value));
main.addEventListener("focusout", ({ target }) => commit(target));
main.addEventListener("change", ({ target }) => {
  if (target.type === "checkbox" || target.dataset.act === "choose") act(target);
  else if (target.matches("select")) commit(target);
});
main.addEventListener("click", ({ target }) => target.closest("button[data-act]") && act(target.closest("button")));
main.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const isChanged = isValue(target) && target.value !== was.get(target);
  const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(key);
  if (key === "Enter" && target.matches("input:not([type=checkbox])")) commit(target);
  else if (key === "Escape" && isChanged) target.value = was.get(target);
  else if (isUndo && !isChanged) send({ act: event.shiftKey || key === "y" ? "redo" : "undo" });
  else return;
  event.preventDefault();
  // VS Code would undo in the field, too.
  event.stopPropagation();
});
send({ act: "view" });
`;
