//! An evening: a sandbox with a frozen clock, a database of its own, and the real bot connected to it.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use istaka::discord::{Easels, Faces, FrontSettings, Pace, Rest, Service, connect};
use istaka::rules::any::GameId;
use istaka::sandbox::{self, BotUser, FaultCounts, RateLimits, Sandbox};
use istaka::store::Store;
use istaka::tables::{Clock, Hall, HallSettings, Moment, Time};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::record::Record;
use crate::world::World;

/// The clock stands here at the beginning of every evening: in September 2026.
const BEGINNING_MS: u64 = 1_790_000_000_000;
/// So long a write waits for another program's lock in the tests.
const BUSY: Duration = Duration::from_millis(300);

/// The sandbox limits nothing unless it is told to, so boards may change more often than in Discord (a little pace gathers
/// the moves of computers, which have none here), and what failed may be tried again sooner; and as its clock stands still,
/// no answer is ever late.
const PACE: Pace = Pace {
    boards: Duration::from_millis(50),
    first_try: PATIENCE,
    answers: PATIENCE,
    words: PATIENCE,
    promises: PATIENCE,
    repeats: Duration::from_millis(10),
    ..Pace::DISCORD
};

/// Time stands still while people press: they may press as fast as a program.
pub const ROOMY: u32 = 1_000_000;

/// What the bot's invitation asks for: with it tables get threads.
pub const INVITED: u64 = 309_237_763_072;
/// Without the right to create threads, tables stand in the channel itself, which most evenings are about.
pub const NO_THREADS: u64 = INVITED & !(1 << 35);

/// A channel in which the bot makes no threads, unless the wish says what it may do.
pub async fn channel_in(world: &World, mut wish: Value) -> String {
    let is_plain = ["kind", "parent", "bot_permissions"]
        .iter()
        .all(|key| wish.get(key).is_none());
    if is_plain {
        wish["bot_permissions"] = json!(NO_THREADS.to_string());
    }
    let channel = world.ask("POST", "/channels", wish).await;
    let id = channel["id"].as_str();
    id.expect("a channel has an id").to_owned()
}

/// A folder that goes with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("istaka-evening-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // A process that was killed left what it had, and numbers of processes come again.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over in the temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The bot's time is the sandbox's; people's clocks are ahead of it by what the machine has slept.
struct SandboxTime {
    clock: sandbox::Clock,
    slept_ms: Arc<AtomicU64>,
}

impl Time for SandboxTime {
    fn now(&self) -> Moment {
        Moment::from_unix_ms(self.clock.now_ms())
    }

    fn shown(&self, at: Moment) -> Moment {
        at.plus(Duration::from_millis(self.slept_ms.load(Ordering::SeqCst)))
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.clock.reached(at.unix_ms()))
    }
}

/// A sandbox and the bot in it. Dropped, it ends as if the machine were switched off.
pub struct Evening {
    pub sandbox: Sandbox,
    pub world: World,
    pub channel: String,
    /// Judged when the evening is over, however it ends.
    pub record: Record,
    front: FrontSettings,
    /// How long computers take for a move.
    rhythm: Duration,
    /// How long the machine has slept while the bot ran.
    slept_ms: Arc<AtomicU64>,
    folder: Folder,
    bot: Option<RunningBot>,
}

/// The bot in this process.
pub struct RunningBot {
    pub hall: Hall,
    pub easels: Easels,
    pub faces: Faces,
    rest: Rest,
    store: Store,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Evening {
    /// The bot is online when this returns.
    pub async fn begins() -> Self {
        Self::begins_in(Folder::new(), None).await
    }

    /// With its traffic recorded in a file of this folder.
    pub async fn begins_in(folder: Folder, traffic: Option<PathBuf>) -> Self {
        Self::begins_with(folder, traffic, BotUser::OfApplication).await
    }

    /// With a bot whose user has an id of its own, as in older applications.
    pub async fn begins_long_ago() -> Self {
        Self::begins_with(Folder::new(), None, BotUser::Apart).await
    }

    async fn begins_with(folder: Folder, traffic: Option<PathBuf>, bot_user: BotUser) -> Self {
        let record = Record::begins(traffic);
        let settings = sandbox::Settings {
            clock: sandbox::Clock::frozen(BEGINNING_MS),
            rates: RateLimits::Off,
            traffic: Some(record.file()),
            bot_user,
            ..sandbox::Settings::default()
        };
        let sandbox = sandbox::start(settings).await.expect("a sandbox");
        let world = World::here(&sandbox);
        let channel = channel_in(&world, json!({"name": "evening"})).await;
        let mut evening = Self {
            world,
            channel,
            sandbox,
            record,
            front: FrontSettings {
                pace: PACE,
                presses: ROOMY,
                ..FrontSettings::default()
            },
            rhythm: Duration::ZERO,
            slept_ms: Arc::default(),
            folder,
            bot: None,
        };
        evening.bot_comes().await;
        evening
    }

    /// From now on people are offered every game, also that of the tests.
    pub async fn offers_every_game(&mut self) {
        self.front.games = GameId::ALL;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on computers take so long for a move, as elsewhere.
    pub async fn computers_take(&mut self, rhythm: Duration) {
        self.rhythm = rhythm;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on nobody presses faster than elsewhere.
    pub async fn presses_as_usual(&mut self) {
        self.front.presses = FrontSettings::default().presses;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on these people and servers are shut out.
    pub async fn shuts_out(&mut self, ids: &'static [u64]) {
        self.front.shut_out = ids;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on word of a place that comes too often is heard after this.
    pub async fn hears_of_places_after(&mut self, knocks: Duration) {
        self.front.pace.knocks = knocks;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on what a place has refused is asked there again after this.
    pub async fn forgets_refusals_after(&mut self, refusals: Duration) {
        self.front.pace.refusals = refusals;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on a board rests so long after each change.
    pub async fn boards_rest(&mut self, boards: Duration) {
        self.front.pace.boards = boards;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on this is the first pause before a message that could not be shown is tried again.
    pub async fn tries_again_after(&mut self, again: Duration) {
        self.front.pace.again = again;
        self.bot_goes().await;
        self.bot_comes().await;
    }

    /// From now on there is one easel, and nobody waits for it longer than this before they are told in words, or for
    /// an answer before they are promised one.
    pub async fn paints_at_one_easel(&mut self, words: Duration, promises: Duration) -> Easels {
        self.front.easels = 1;
        self.front.pace.words = words;
        self.front.pace.promises = promises;
        self.bot_goes().await;
        self.bot_comes().await;
        let bot = self.bot.as_ref().expect("it just came");
        bot.easels.clone()
    }

    /// The faces of people that the bot has.
    pub fn faces(&self) -> Faces {
        let bot = self.bot.as_ref().expect("a bot");
        bot.faces.clone()
    }

    /// The bot's tables.
    pub fn hall(&self) -> Hall {
        let bot = self.bot.as_ref().expect("a bot");
        bot.hall.clone()
    }

    /// Waits until so much has gone wrong.
    pub async fn goes_wrong(&self, enough: impl Fn(&FaultCounts) -> bool) {
        let met = tokio::time::timeout(PATIENCE, self.sandbox.goes_wrong(enough)).await;
        assert!(met.is_ok(), "so far: {:?}", self.sandbox.fault_counts());
    }

    /// The bot's database.
    pub fn db(&self) -> PathBuf {
        self.folder.file("istaka.db")
    }

    /// Starts the bot.
    pub async fn bot_comes(&mut self) {
        let time = SandboxTime {
            clock: self.sandbox.clock(),
            slept_ms: Arc::clone(&self.slept_ms),
        };
        let bot =
            RunningBot::start_with(&self.sandbox, &self.db(), self.front, self.rhythm, time).await;
        assert!(
            self.sandbox.bot_came(PATIENCE).await,
            "the bot did not come"
        );
        // The sandbox has greeted it; as long as it has not heard that, all clocks stand.
        let heard = tokio::time::timeout(PATIENCE, bot.hall.lines().are_open()).await;
        heard.expect("the bot hears the greeting");
        self.world.has_a_bot(Some(bot.rest.clone()));
        self.bot = Some(bot);
    }

    /// Stops the bot in order.
    pub async fn bot_goes(&mut self) {
        self.world.has_a_bot(None);
        if let Some(bot) = self.bot.take() {
            bot.goes().await;
        }
    }

    /// Ends everything in order.
    pub async fn ends(mut self) {
        self.bot_goes().await;
        self.sandbox.stop().await;
    }

    /// The machine sleeps for so long, with its steady clock, and so briefly by that clock that no line is cut.
    pub fn machine_sleeps(&self, time: Duration) {
        let ms = time
            .as_millis()
            .try_into()
            .expect("no machine sleeps so long");
        self.slept_ms.fetch_add(ms, Ordering::SeqCst);
    }

    /// Somebody new in the first channel.
    pub async fn person(&self, name: &str) -> Person {
        Person::comes(&self.world, &self.channel, json!({"name": name})).await
    }

    /// Several new people.
    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        self.people_with(names, "drawn").await
    }

    /// Several new people whose avatars are like that.
    pub async fn people_with<const N: usize>(&self, names: [&str; N], avatar: &str) -> [Person; N] {
        let mut people = Vec::new();
        for name in names {
            let wish = json!({"name": name, "avatar": avatar});
            people.push(Person::comes(&self.world, &self.channel, wish).await);
        }
        people
            .try_into()
            .unwrap_or_else(|_| unreachable!("as many people as names"))
    }

    /// A channel in which every table gets a thread.
    pub async fn channel_with_threads(&self) -> String {
        let wish = json!({"name": "halls", "bot_permissions": INVITED.to_string()});
        self.channel(wish).await
    }

    /// Another channel.
    pub async fn channel(&self, wish: Value) -> String {
        channel_in(&self.world, wish).await
    }
}

impl RunningBot {
    /// Starts it with this database; computers take no time.
    pub async fn start(sandbox: &Sandbox, db: &Path, front: FrontSettings) -> Self {
        let time = SandboxTime {
            clock: sandbox.clock(),
            slept_ms: Arc::default(),
        };
        Self::start_with(sandbox, db, front, Duration::ZERO, time).await
    }

    /// The same, and computers take so long for a move.
    async fn start_with(
        sandbox: &Sandbox,
        db: &Path,
        front: FrontSettings,
        rhythm: Duration,
        time: SandboxTime,
    ) -> Self {
        let clock = Clock::new(time);
        let store = Store::open_patient(db, BUSY).await.expect("a database");
        let settings = HallSettings {
            pace: rhythm,
            ..HallSettings::default()
        };
        let hall = Hall::reopen(store.clone(), clock.clone(), settings)
            .await
            .expect("a hall");
        let service = Service::Sandbox(sandbox.url());
        let bot = connect(
            &service,
            &sandbox.token(),
            hall.clone(),
            store.clone(),
            clock,
            front,
        )
        .await
        .expect("a bot");
        let rest = bot.rest();
        let easels = bot.easels();
        let faces = bot.faces();
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(async move {
            let stop = async move {
                // Whoever drops the sender wants the bot to stop, too.
                let _ = stopped.await;
            };
            bot.serve(stop).await.expect("the bot serves");
        });
        Self {
            hall,
            easels,
            faces,
            rest,
            store,
            stop,
            serving,
        }
    }

    /// Stops it in order.
    pub async fn goes(self) {
        // A bot that has stopped already needs no word.
        let _ = self.stop.send(());
        let served = tokio::time::timeout(PATIENCE, self.serving).await;
        served
            .expect("the bot stops in time")
            .expect("the bot does not fall over");
        self.hall.close().await;
        self.store.close().await;
    }
}

/// The host opens a table with these options, the others join, and the host starts; every panel is there.
pub async fn sit_down(host: &Person, guests: &[&Person], options: Value) -> Message {
    sit_down_to("okey", host, guests, options).await
}

/// The same for the game of any command.
pub async fn sit_down_to(
    command: &str,
    host: &Person,
    guests: &[&Person],
    options: Value,
) -> Message {
    let mut lobby = host.runs(command, options).await.message();
    for guest in guests {
        lobby = guest.presses_the(&lobby, "join").await.message();
    }
    host.presses_the(&lobby, "start").await;
    for person in guests.iter().copied().chain([host]) {
        person.waits_for_a_panel().await;
    }
    host.waits_for_a_board().await
}
