// Dialogs: the frame of all of them, the bot's modals, a picture enlarged. See also asking.js.

import * as calls from "./calls.js";
import { el } from "./dom.js";
import { markdown } from "./text.js";

let count = 0;

/** Opens a dialog with a form; what `submit(form)` throws is shown. Gives the dialog. */
export function openDialog({ title, subtitle, body, action, testid, submit }) {
  const id = `dialog-${(count += 1)}`;
  const fault = el("p", { class: "dialog-fault", role: "alert", hidden: true, testid: "dialog-fault" });
  const cancel = el("button", { class: "button style-2", testid: "dialog-cancel" }, "Cancel");
  const send = el("button", { class: "button style-1", type: "submit", testid: "dialog-submit" }, action);
  const form = el("form", { class: "dialog-form", novalidate: true }, el("div", "dialog-body", body, fault), el("div", "dialog-foot", cancel, send));
  const head = el("div", "dialog-head", el("h2", { id }, title), subtitle ? el("p", "muted", subtitle) : null);
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": id, testid }, head, form);
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = [...form.elements].find((field) => field.willValidate && !field.checkValidity());
    if (wrong) {
      fault.textContent = `${wrong.dataset.label ?? "A field"}: ${wrong.validationMessage}`;
      fault.hidden = false;
      wrong.focus();
      return;
    }
    send.disabled = true;
    try {
      await submit(form);
      dialog.close();
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
      send.disabled = false;
    }
  });
  show(dialog);
  return dialog;
}

/** A control with its label and, if need be, a word more. */
export function labelled(label, description, required, control) {
  const id = `field-${(count += 1)}`;
  control.id = id;
  control.dataset.label = label;
  if (control.tagName === "FIELDSET") control.setAttribute("aria-label", label);
  const more = description ? el("span", { class: "muted", id: `${id}-more` }, description) : null;
  if (more) control.setAttribute("aria-describedby", more.id);
  return el("div", "dialog-field", el("label", { for: id }, label, required ? el("span", { class: "required", title: "required" }, " *") : null), more, control);
}

// ---- The bot's modals ----

/** Shows a modal `{ id, title, components }`. `track` waits for the outcome of the submission. */
export function openModal(modal, { person, personName, context, track }) {
  openDialog({
    title: modal.title,
    subtitle: `asked of ${personName} by the bot`,
    body: modalFields(modal.components ?? [], context),
    action: "Submit",
    testid: "modal",
    submit: async (form) => {
      const outcome = await track(await calls.submit({ person, modal: modal.id, fields: valuesOf(form) }));
      if (outcome.state === "failed") throw new Error(outcome.error ? calls.asSentence(outcome.error) : "Something went wrong. Try again.");
    },
  });
}

function modalFields(components, context) {
  return components.flatMap((component) => {
    if (component.type === 1) return modalFields(component.components ?? [], context);
    if (component.type === 10) return [el("div", "lines", markdown(component.content ?? "", context))];
    const wrapped = component.type === 18;
    const inner = wrapped ? component.component : component;
    const label = (wrapped ? component.label : inner.label) ?? inner.custom_id;
    const required = inner.required !== false;
    return [labelled(label, component.description, required, control(inner, required, context))];
  });
}

const TEXT = 4;
const FILE = 19;
const CHECK_GROUP = 22;
const CHECK = 23;

function control(inner, required, context) {
  const shared = { name: inner.custom_id, data: { customId: inner.custom_id, kind: inner.type, testid: "modal-field" } };
  const options = inner.options ?? context.offered(inner.type);
  if (inner.type === FILE) return el("p", "muted", "(Files cannot be sent here.)");
  if (inner.type === CHECK) return el("input", { ...shared, type: "checkbox", checked: inner.default === true });
  if (inner.type === CHECK_GROUP || (inner.max_values ?? 1) > 1) return boxes(shared, options);
  if (inner.type !== TEXT) {
    const choices = options.map((option) => el("option", { value: option.value, selected: option.default === true }, option.label));
    return el("select", { ...shared, required }, el("option", { value: "" }, inner.placeholder ?? ""), choices);
  }
  const text = { ...shared, required, placeholder: inner.placeholder, minlength: inner.min_length, maxlength: inner.max_length ?? 4000, autocomplete: "off" };
  const field = inner.style === 2 ? el("textarea", { ...text, rows: "4" }) : el("input", { ...text, type: "text" });
  field.value = inner.value ?? "";
  return field;
}

function boxes(shared, options) {
  const box = (option) => el("label", "check", el("input", { type: "checkbox", value: option.value, checked: option.default === true }), " ", option.label);
  return el("fieldset", { ...shared, class: "boxes" }, options.map(box));
}

function valuesOf(form) {
  const values = {};
  for (const field of form.querySelectorAll("[data-custom-id]")) {
    if (field.tagName === "SELECT") values[field.name] = field.value ? [field.value] : [];
    else if (field.tagName === "FIELDSET") values[field.name] = [...field.querySelectorAll(":checked")].map((box) => box.value);
    else values[field.name] = Number(field.dataset.kind) === CHECK ? field.checked : field.value;
  }
  return values;
}

// ---- Something to read ----

/** Shows something to read, with nothing to answer. */
export function openSheet({ title, body, testid }) {
  const id = `dialog-${(count += 1)}`;
  const close = el("button", { class: "button style-1", testid: "dialog-close" }, "Close");
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": id, testid }, el("div", "dialog-head", el("h2", { id }, title)), el("div", { class: "dialog-body", tabindex: "0" }, body), el("div", "dialog-foot", close));
  close.addEventListener("click", () => dialog.close());
  show(dialog);
  close.focus();
}

/** Shows a dialog until it is closed; a press beside it closes it too. */
function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.dataset.testid !== "modal" && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

// ---- Pictures ----

/** Shows a picture as large as the window; a press on it shows its own size. */
export function enlarge(image) {
  const large = el("img", { src: image.getAttribute("src"), alt: image.alt });
  const size = el("button", { class: "zoom-picture", "aria-label": "Own size or fitted" }, large);
  const close = el("button", { class: "zoom-close", "aria-label": "Close", testid: "zoom-close" }, "✕");
  const dialog = el("dialog", { class: "zoom-dialog", "aria-label": "Picture", testid: "zoom" }, close, size, el("p", "zoom-alt", image.alt));
  size.addEventListener("click", () => dialog.classList.toggle("own-size"));
  close.addEventListener("click", () => dialog.close());
  show(dialog);
}
