// Slash commands as data: what can be called, and what a typed option is worth.

const SUBCOMMAND = 1;
const GROUP = 2;
const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const MENTIONABLE = 9;
const NUMBER = 10;

const shownName = (part) => part.name_localized ?? part.name;
const shownText = (part) => part.description_localized ?? part.description ?? "";

/** Every callable path: `{ path, shown, description, options }`. */
export function flatten(commands) {
  return commands.filter((command) => (command.type ?? 1) === 1).flatMap((command) => leaves(command, [], []));
}

function leaves(part, path, shown) {
  const here = [...path, part.name];
  const seen = [...shown, shownName(part)];
  const inner = (part.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(option, here, seen));
  const options = (part.options ?? []).map((option) => ({ ...option, shown: shownName(option), about: shownText(option) }));
  return [{ path: here.join(" "), shown: seen.join(" "), description: shownText(part), options }];
}

/** The commands that fit what is typed, best first. */
export function matching(commands, typed) {
  const wanted = typed.trimStart().toLowerCase();
  const rank = (command) => {
    const names = [command.shown.toLowerCase(), command.path.toLowerCase()];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.split(" ").some((word) => word.startsWith(wanted)))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.command.shown.localeCompare(b.command.shown))
    .map((found) => found.command);
}

/** The command that is typed in full, before a space or the end; and what follows it. */
export function typedOut(commands, text) {
  const lower = text.toLowerCase();
  const fits = (name) => lower === `/${name}` || lower.startsWith(`/${name} `);
  const found = commands.filter((command) => fits(command.path.toLowerCase()) || fits(command.shown.toLowerCase())).sort((a, b) => b.path.length - a.path.length)[0];
  if (!found) return null;
  const length = fits(found.path.toLowerCase()) ? found.path.length : found.shown.length;
  return { command: found, rest: text.slice(length + 1).trimStart(), spaced: text.length > length + 1 };
}

/** Whether this is the whole name of a command. */
export function isNamed(commands, text) {
  const name = text.trim().slice(1).toLowerCase();
  return commands.some((command) => [command.path, command.shown].some((one) => one.toLowerCase() === name));
}

/** The option of this name; phones begin with a capital letter. */
export function optionNamed(command, name) {
  const wanted = name.toLowerCase();
  return command.options.find((option) => option.name.toLowerCase() === wanted || option.shown.toLowerCase() === wanted);
}

/** `name: text`, blanks anywhere: `{ option, text }`, or null. */
export function opensOption(command, typed) {
  const [, name, text] = /^\s*([^\s:]+)\s*:\s*(.*)$/s.exec(typed) ?? [];
  const option = name && optionNamed(command, name);
  return option ? { option, text } : null;
}

/** What was typed, cut before each name of an option: `["computers: 3", "seats :4"]`. */
export function cutOptions(command, typed) {
  const parts = [];
  let from = 0;
  for (const match of typed.matchAll(/(?<=\s|^)([^\s:]+)\s*:/g)) {
    if (match.index === 0 || !optionNamed(command, match[1])) continue;
    parts.push(typed.slice(from, match.index).trim());
    from = match.index;
  }
  return [...parts, typed.slice(from).trim()];
}

/** What may be chosen without asking the bot, or null. */
export function fixedChoices(option, world) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: shownName(choice), value: choice.value }));
  if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
  if (option.type === USER || option.type === MENTIONABLE) {
    const people = world.people.map((person) => ({ name: person.name, value: person.id }));
    return world.bot ? [...people, { name: world.bot.username, value: world.bot.id }] : people;
  }
  if (option.type === CHANNEL) return world.channels.filter((channel) => channel.type !== 1).map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
  return null;
}

/** What a text means: `{ value }`, or `{ fault }` with a sentence. */
export function worth(option, text, world) {
  const choices = fixedChoices(option, world);
  if (choices) {
    const wanted = text.trim().toLowerCase();
    const lower = choices.map((choice) => choice.name.toLowerCase());
    const begun = choices.filter((_, at) => wanted && lower[at].startsWith(wanted));
    const found = choices.find((choice, at) => wanted === lower[at] || wanted === String(choice.value).toLowerCase()) ?? (begun.length > 1 ? null : begun[0]);
    return found ? { value: found.value } : { fault: `${option.shown}: choose one of the list` };
  }
  if (option.type !== INTEGER && option.type !== NUMBER) return lengthChecked(option, text.trim());
  const number = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(number)) return { fault: `${option.shown}: a number, please` };
  if (option.type === INTEGER && !Number.isInteger(number)) return { fault: `${option.shown}: a whole number, please` };
  if (number < (option.min_value ?? -Infinity)) return { fault: `${option.shown}: at least ${option.min_value}` };
  if (number > (option.max_value ?? Infinity)) return { fault: `${option.shown}: at most ${option.max_value}` };
  return { value: number };
}

function lengthChecked(option, text) {
  const length = [...text].length;
  if (length < (option.min_length ?? 0)) return { fault: `${option.shown}: at least ${option.min_length} characters` };
  if (length > (option.max_length ?? 6000)) return { fault: `${option.shown}: at most ${option.max_length ?? 6000} characters` };
  return { value: text };
}

/** What an option takes, in a word, for its hint. */
export function kindOf(option) {
  const range = [option.min_value, option.max_value].every((bound) => bound !== undefined && bound !== null) ? ` from ${option.min_value} to ${option.max_value}` : "";
  const words = { [STRING]: "text", [INTEGER]: `whole number${range}`, [BOOLEAN]: "True or False", [USER]: "a person", [CHANNEL]: "a channel", [MENTIONABLE]: "a person", [NUMBER]: `number${range}` };
  return option.choices?.length || option.autocomplete ? "choose from the list" : words[option.type] ?? "text";
}
