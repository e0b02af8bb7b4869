// Dialogs: the bot's modals, adding a person or a channel, a picture enlarged.

import * as calls from "./calls.js";
import { el } from "./dom.js";
import { markdown } from "./text.js";

let count = 0;

/** Opens a dialog with a title and a form; `submit(form)` may throw, its sentence is then shown. Gives the dialog. */
function openDialog({ title, subtitle, body, action, testid, submit }) {
  const id = `dialog-${(count += 1)}`;
  const fault = el("p", { class: "dialog-fault", role: "alert", hidden: true, data: { testid: "dialog-fault" } });
  const cancel = el("button", { class: "button style-2", type: "button", data: { testid: "dialog-cancel" } }, "Cancel");
  const send = el("button", { class: "button style-1", type: "submit", data: { testid: "dialog-submit" } }, action);
  const form = el("form", { class: "dialog-form", novalidate: true }, el("div", { class: "dialog-body" }, body, fault), el("div", { class: "dialog-foot" }, cancel, send));
  const head = el("div", { class: "dialog-head" }, el("h2", { id }, title), subtitle ? el("p", { class: "muted" }, subtitle) : null);
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": id, data: { testid } }, head, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
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
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function labelled(label, description, required, control) {
  const id = `field-${(count += 1)}`;
  control.id = id;
  control.dataset.label = label;
  const more = description ? el("span", { class: "muted", id: `${id}-more` }, description) : null;
  if (more) control.setAttribute("aria-describedby", more.id);
  return el("div", { class: "dialog-field" }, el("label", { for: id }, label, required ? el("span", { class: "required", title: "required" }, " *") : null), more, control);
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
    if (component.type === 10) return [el("div", { class: "lines" }, markdown(component.content ?? "", context))];
    const wrapped = component.type === 18;
    const inner = wrapped ? component.component : component;
    const label = (wrapped ? component.label : inner.label) ?? inner.custom_id;
    const required = inner.required !== false;
    return [labelled(label, component.description, required, control(inner, required))];
  });
}

function control(inner, required) {
  const shared = { name: inner.custom_id, required, data: { customId: inner.custom_id, testid: "modal-field" } };
  if (inner.type !== 4) {
    const max = inner.max_values ?? 1;
    const options = (inner.options ?? []).map((option) => el("option", { value: option.value, selected: option.default === true }, option.label));
    return el("select", { ...shared, multiple: max > 1 }, max > 1 || required ? null : el("option", { value: "" }, ""), options);
  }
  const text = { ...shared, placeholder: inner.placeholder, minlength: inner.min_length, maxlength: inner.max_length ?? 4000, autocomplete: "off" };
  const field = inner.style === 2 ? el("textarea", { ...text, rows: "4" }) : el("input", { ...text, type: "text" });
  field.value = inner.value ?? "";
  return field;
}

function valuesOf(form) {
  const values = {};
  for (const field of form.querySelectorAll("[name]")) {
    if (field.tagName === "SELECT") values[field.name] = [...field.selectedOptions].map((option) => option.value).filter(Boolean);
    else values[field.name] = field.value;
  }
  return values;
}

// ---- People and channels ----

const LOCALES = ["en-US", "en-GB", "tr", "ja", "de", "fr", "ko", "da", "es-ES", "es-419", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "cs", "el", "bg", "ru", "uk", "hi", "th", "id", "zh-CN", "zh-TW"];

/** Discord's locale that fits this browser best. */
export function browserLocale() {
  const wanted = navigator.language ?? "en-US";
  return LOCALES.find((locale) => locale === wanted) ?? LOCALES.find((locale) => locale.split("-")[0] === wanted.split("-")[0]) ?? "en-US";
}

/** Asks for a new person; `added(person)` gets what the server made. */
export function askPerson(added) {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const name = el("input", { name: "name", required: true, maxlength: 32, autocomplete: "off", data: { testid: "person-name" } });
  const locale = el("select", { name: "locale", data: { testid: "person-locale" } }, LOCALES.map((code) => el("option", { value: code, selected: code === browserLocale() }, `${names.of(code)} (${code})`)));
  const moderator = el("input", { type: "checkbox", name: "moderator", data: { testid: "person-moderator" } });
  openDialog({
    title: "Add a person",
    subtitle: "Somebody else at the table. Open them in another tab, or side by side, to play several seats yourself.",
    body: [
      labelled("Name", null, true, name),
      labelled("Language of their Discord", null, false, locale),
      el("label", { class: "check" }, moderator, " May moderate (manage messages and threads)"),
    ],
    action: "Add",
    testid: "person-dialog",
    submit: async () => added(await calls.addPerson({ name: name.value.trim(), locale: locale.value, moderator: moderator.checked })),
  });
}

/** Asks for a new channel, a thread of one, or direct messages of `person` with the bot. */
export function askChannel({ channels, person, bot }, added) {
  const tops = channels.filter((channel) => channel.type === 0);
  const kinds = [
    el("option", { value: "" }, "Channel"),
    tops.map((channel) => el("option", { value: channel.id }, `Thread in #${channel.name}`)),
    el("option", { value: "dm" }, `Direct messages with ${bot?.username ?? "the bot"}`),
  ].flat();
  const kind = el("select", { name: "kind", data: { testid: "channel-kind" } }, kinds);
  const name = el("input", { name: "name", required: true, maxlength: 100, autocomplete: "off", data: { testid: "channel-name" } });
  const named = labelled("Name", null, true, name);
  kind.addEventListener("change", () => {
    named.hidden = kind.value === "dm";
    name.required = !named.hidden;
  });
  openDialog({
    title: "Add a channel",
    body: [labelled("What", null, false, kind), named],
    action: "Add",
    testid: "channel-dialog",
    submit: async () => {
      if (kind.value === "dm") return added(await calls.addChannel({ kind: "dm", person: person.id }));
      return added(await calls.addChannel({ name: name.value.trim(), ...(kind.value ? { parent: kind.value } : {}) }));
    },
  });
}

// ---- Pictures ----

/** Shows a picture as large as the window; a press on it shows it in its own size. */
export function enlarge(image) {
  const large = el("img", { src: image.getAttribute("src"), alt: image.alt });
  const size = el("button", { class: "zoom-picture", type: "button", "aria-label": "Own size or fitted" }, large);
  const close = el("button", { class: "zoom-close", type: "button", "aria-label": "Close", data: { testid: "zoom-close" } }, "✕");
  const dialog = el("dialog", { class: "zoom-dialog", "aria-label": "Picture", data: { testid: "zoom" } }, close, size, el("p", { class: "zoom-alt" }, image.alt));
  size.addEventListener("click", () => dialog.classList.toggle("own-size"));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
