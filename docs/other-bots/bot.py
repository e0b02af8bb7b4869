"""A small bot with discord.py 2 that uses what the sandbox offers. `pip install discord.py`, then:
SANDBOX=http://127.0.0.1:PORT DISCORD_TOKEN=… python bot.py"""

import io
import os
import struct
import zlib

import discord
from discord import app_commands

# The one line that points discord.py at the sandbox. `AutoShardedClient` asks it for the gateway's address; `Client` has that of
# Discord built in and needs `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:PORT/gateway")` too.
discord.http.Route.BASE = os.environ["SANDBOX"] + "/api/v10"

COLOURS = {"red": (200, 40, 40), "green": (40, 160, 60), "blue": (40, 80, 200)}
client = discord.AutoShardedClient(intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none())
tree = app_commands.CommandTree(client)

def picture(name: str) -> discord.File:
    """A PNG of one colour, 64 × 32."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", 64, 32, 8, 2, 0, 0, 0)
    lines = (b"\0" + bytes(COLOURS[name]) * 64) * 32
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    return discord.File(io.BytesIO(png), f"{name}.png", description=f"all {name}")

def embed(name: str) -> discord.Embed:
    return discord.Embed(title=name).set_image(url=f"attachment://{name}.png")

class Question(discord.ui.Modal, title="A question"):
    why = discord.ui.TextInput(label="Why?")

    async def on_submit(self, one: discord.Interaction):
        await one.response.send_message(f"Because: {self.why.value}", ephemeral=True)

class Card(discord.ui.View):
    @discord.ui.button(label="Keep", custom_id="keep")
    async def keep(self, one: discord.Interaction, _):
        await one.response.edit_message(content="Kept.")

    @discord.ui.button(label="Later", custom_id="later", style=discord.ButtonStyle.primary)
    async def later(self, one: discord.Interaction, _):
        await one.response.defer()
        await one.edit_original_response(content="This is blue.", embed=embed("blue"), attachments=[picture("blue")])
        await one.followup.send("That took a while.", ephemeral=True)

    @discord.ui.button(label="Ask", custom_id="ask", style=discord.ButtonStyle.success)
    async def ask(self, one: discord.Interaction, _):
        await one.response.send_modal(Question(custom_id="answer"))

    @discord.ui.select(custom_id="pick", options=[discord.SelectOption(label=name) for name in COLOURS])
    async def pick(self, one: discord.Interaction, menu: discord.ui.Select):
        name = menu.values[0]
        await one.response.edit_message(content=f"This is {name}.", embed=embed(name), attachments=[picture(name)])

@tree.command(description="Shows a card")
async def card(one: discord.Interaction, colour: str = "red"):
    await one.response.send_message(f"This is {colour}.", embed=embed(colour), file=picture(colour), view=Card(timeout=None), ephemeral=True)

@card.autocomplete("colour")
async def complete(one: discord.Interaction, typed: str):
    return [app_commands.Choice(name=name, value=name) for name in COLOURS if name.startswith(typed)]

@client.event
async def on_ready():
    await tree.sync()
    for guild in client.guilds:
        tree.add_command(app_commands.Command(name="bye", description="Sends the bot away", callback=bye), guild=guild, override=True)
        await tree.sync(guild=guild)
    print(f"ready as {client.user}", flush=True)

async def bye(one: discord.Interaction):
    await one.response.send_message("Bye.")
    await client.close()

client.run(os.environ["DISCORD_TOKEN"])
