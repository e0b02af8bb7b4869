// A small bot with discord.js 14 that uses what the sandbox offers. `npm install discord.js@14`, then:
//   SANDBOX=http://127.0.0.1:PORT DISCORD_TOKEN=… node bot.mjs
import { deflateSync, crc32 } from 'node:zlib';
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, EmbedBuilder, Events, GatewayIntentBits,
  MessageFlags, ModalBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

const colours = { red: [200, 40, 40], green: [40, 160, 60], blue: [40, 80, 200] };
const { SANDBOX, DISCORD_TOKEN } = process.env;
// The one line that points discord.js at the sandbox: the gateway's address is asked there.
const client = new Client({ rest: { api: `${SANDBOX}/api` }, intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] });

/** A PNG of one colour, 64 × 32. */
function picture(name) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 32, 8, 2, 0, 0, 0]);
  const line = Buffer.from([0, ...Array(64).fill(colours[name]).flat()]);
  const png = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(Array(32).fill(line)))), chunk('IEND', Buffer.alloc(0))];
  return new AttachmentBuilder(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...png]), { name: `${name}.png`, description: `all ${name}` });
}

/** The message: a picture, buttons, a select. */
function card(name) {
  const button = (id, label, style) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);
  const menu = new StringSelectMenuBuilder().setCustomId('pick').addOptions(Object.keys(colours).map((value) => ({ label: value, value })));
  return {
    content: `This is ${name}.`,
    embeds: [new EmbedBuilder().setTitle(name).setImage(`attachment://${name}.png`)],
    files: [picture(name)],
    attachments: [],
    components: [
      new ActionRowBuilder().addComponents(button('keep', 'Keep', ButtonStyle.Secondary), button('later', 'Later', ButtonStyle.Primary), button('ask', 'Ask', ButtonStyle.Success)),
      new ActionRowBuilder().addComponents(menu),
    ],
  };
}

const question = new ModalBuilder().setCustomId('answer').setTitle('A question').addComponents(
  new ActionRowBuilder().addComponents(new TextInputBuilder().setCustomId('why').setLabel('Why?').setStyle(TextInputStyle.Short)),
);

client.once(Events.ClientReady, async () => {
  const command = new SlashCommandBuilder().setName('card').setDescription('Shows a card')
    .addStringOption((option) => option.setName('colour').setDescription('Which').setAutocomplete(true));
  await client.application.commands.set([command]);
  const bye = new SlashCommandBuilder().setName('bye').setDescription('Sends the bot away');
  for (const guild of client.guilds.cache.values()) await guild.commands.set([bye]);
  console.log(`ready as ${client.user.tag}`);
});

client.on(Events.MessageCreate, (message) => console.log(`heard message ${message.id}`));

client.on(Events.InteractionCreate, async (one) => {
  if (one.isAutocomplete()) return one.respond(Object.keys(colours).filter((name) => name.startsWith(one.options.getFocused())).map((name) => ({ name, value: name })));
  if (one.isChatInputCommand() && one.commandName === 'bye') {
    await one.reply('Bye.');
    return client.destroy();
  }
  if (one.isChatInputCommand()) return one.reply({ ...card(one.options.getString('colour') ?? 'red'), flags: MessageFlags.Ephemeral });
  if (one.isStringSelectMenu()) return one.update(card(one.values[0]));
  if (one.isModalSubmit()) return one.reply({ content: `Because: ${one.fields.getTextInputValue('why')}`, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  if (one.customId === 'keep') return one.update({ content: 'Kept.' });
  if (one.customId === 'ask') return one.showModal(question);
  await one.deferUpdate();
  await one.editReply(card('blue'));
  await one.followUp({ content: 'That took a while.', flags: MessageFlags.Ephemeral });
});

await client.login(DISCORD_TOKEN);
