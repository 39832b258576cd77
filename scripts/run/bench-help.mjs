/** Help of `npm run bench -- NAME --help`: each benchmark's own, answered before anything is installed. */

/** @type {Record<string, string>} */
export const benchHelp = {
  book: `npm run bench -- book [FLOW] [--profile steady|deep] [--passes 15] [--alone] [--against [--from FOLDER]]

Plays a flow file of gen-flow.ts, or one made for the profile, on the fast and the plain order book, each in a process of
its own. One line of JSON for each; trades, volume and hash must be the same for all.

  --profile <name>  steady (the default) or deep, where no flow file is given
  --passes <n>      passes over the flow; 15 by default. The first four compile and are not counted
  --alone           adds the fast book alone, without the engine's way to it
  --against         adds nodejs-order-book: npm install --prefix FOLDER nodejs-order-book@10.1.1
  --from <folder>   where that was installed; this repository by default`,
  commands: `npm run bench -- commands [--kind dayOrders,stops,auction,split,idleAccounts,makers,icebergs,closeOuts,afterMarket,bandChange,rightsLapse,expiry,losses,familyFreeze,cancelAll,reset,splitWithOrders,tick,fok] [--scale 1] [--step 32]

For how long one command holds the writer when the market asks for much at once, and how much longer others wait meanwhile.
One line of JSON for each kind.

  --kind <list>  all of them by default
  --scale <n>    of each kind's count; 1 by default. 0.1 is a quick look
  --step <n>     how much of a sweep one command may do; without it what a start sets`,
  memory: `npm run bench -- memory [--sleeping 1000000] [--trading 100000] [--commands 4]
npm run bench -- memory --hour [--minutes 60] [--orders 600]

What accounts weigh in the engine's process; with --hour what a steady flow of orders adds to it. One line of JSON.

  --sleeping <n>  accounts that are in the tables and not in memory; 1000000 by default
  --trading <n>   accounts that trade and are held; 100000 by default
  --commands <n>  orders and cancels that each trading account sends; 4 by default
  --hour          instead: a server that serves a steady flow for an hour
  --minutes <n>   of the hour; 60 by default
  --orders <n>    orders and cancels a second; 600 by default`,
  reads: `npm run bench -- reads [--seconds 30] [--orders 200] [--readers 100] [--rounds 1] [--apart]

What visitors who read as much and as dear as they can make of the orders beside them. One line of JSON each round.

  --seconds <n>  of each of the two measurements; 30 by default
  --orders <n>   orders and cancels a second; 200 by default
  --readers <n>  who ask as fast as they are answered; 100 by default
  --rounds <n>   of both measurements; 1 by default
  --apart        each asks for charts that nobody else asks for, which no answer can be shared for`,
  orders: `npm run bench -- orders [--seconds 5] [--warm 3] [--connections 64,256] [--alone]

Orders through HTTP, durable before the reply, against a plain server and against one that answers without an engine. One
line of JSON for each number of connections.

  --seconds <n>         how long each server is measured; 5 by default
  --warm <n>            seconds before that are not counted; 3 by default
  --connections <list>  64,256 by default
  --alone               ours alone, without what it is compared with`,
  overload: `npm run bench -- overload [--seconds 300] [--find 10] [--connections 256]

Finds the most that the server does (closed loop), offers twice that (open loop), and prints one line of JSON.

  --seconds <n>      how long the overload lasts; 300 by default
  --find <n>         seconds in which the most is looked for; 10 by default
  --connections <n>  256 by default`,
  recovery: `npm run bench -- recovery [--rows 1000000] [--accounts 20000] [--open 20000] [--runs 7] [--folder FOLDER]

From kill -9 to the first order that is accepted again, with a long journal behind it.

  --rows <n>         commands of the journal; 1000000 by default
  --accounts <n>     20000 by default
  --open <n>         open orders; 20000 by default
  --runs <n>         kills; 7 by default
  --folder <folder>  keeps the filled data for the next run; else it is made anew and removed`,
  'read-turns': `npm run bench -- read-turns

The longest turn of the engine's thread in each call that reads, and how long its answer takes. One line of JSON each.`,
  search: `npm run bench -- search

Searches of 500 instruments, by the process's own time. One line of JSON.`,
  'sign-in': `npm run bench -- sign-in [--seconds 20] [--orders 200] [--clients 32] [--people 32] [--rounds 1]

Sign-ins by password as fast as they are answered, and what they make of the orders beside them. One line of JSON each round.

  --seconds <n>  of each of the two measurements; 20 by default
  --orders <n>   orders and cancels a second; 200 by default
  --clients <n>  who sign in at the same time; 32 by default
  --people <n>   logins that they sign in to, registered before; 32 by default
  --rounds <n>   of both measurements; 1 by default`,
  start: `npm run bench -- start [--starts 3] [--idle 60]

The second npm start to its first page, and what the default install weighs while it idles. One line of JSON each.

  --starts <n>  second starts; 3 by default
  --idle <n>    seconds until it is weighed; 60 by default`,
  stream: `npm run bench -- stream [--clients 1000] [--instruments 40] [--topics 10] [--lists 100] [--seconds 5] [--rounds 3]

Processor time of a delivered message: our stream against one send for each message and reader.

  --clients <n>      readers; 1000 by default
  --instruments <n>  instruments that have tickers; 40 by default
  --topics <n>       instruments that each reader follows; 10 by default
  --lists <n>        different lists of them; 100 by default
  --seconds <n>      of each round; 5 by default
  --rounds <n>       3 by default`,
  tape: `npm run bench -- tape [--days 1400]

Whether the minutes of the tape keep to their bound when a hundred times as many are there. One line of JSON.

  --days <n>   days of minutes of one coin; 1400 by default`,
  volatility: `npm run bench -- volatility

A minute's volatility live over that of the charts of the past, each instrument over six hours. One line of JSON each.`,
  web: `npm run bench -- web [--only PART] [--runs 5] [--seconds 10] [--minutes N | --hour]

What the app costs a phone. Needs a Chromium, which it finds or installs. One line of JSON each.

  --only <part>   bytes of the build; load: what a first visit brings until it is quiet; paint and
                  shift: largest paint and layout shift; interactions; ticks: the main thread;
                  renders: components drawn again while prices come in
  --runs <n>      page loads and interactions of each kind; 5 by default
  --seconds <n>   of ticks; 10 by default
  --minutes <n>   memory of the home page over so many minutes of a thousand ticks a second, alone
  --hour          the same over sixty minutes`,
  writer: `npm run bench -- writer [--seconds 4] [--rounds 5] [--accounts 2000] [--clients 16] [--pgbench PATH|none] [--alone]

The batch writer in process against the simplest transactions of pgbench -N on the same database.

  --seconds <n>     of each round; 4 by default
  --rounds <n>      5 by default
  --accounts <n>    2000 by default
  --clients <n>     of pgbench; 16 by default
  --pgbench <path>  the program; with "none" the same transactions are made by hand
  --alone           ours alone, without what it is compared with`,
};
