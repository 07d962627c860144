import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../lib/alerts/config.ts';
import { parseMatchers } from '../../../lib/alerts/matchers.ts';

const RECEIVERS = 'receivers: [{name: a}, {name: b}]';
const routes = (children: string, root = ''): string =>
  `route: {receiver: a, ${root} routes: [${children}]}\n${RECEIVERS}`;

test('a route that sets nothing has what Alertmanager has by default', () => {
  assert.deepEqual(readConfig(`route: {receiver: a}\n${RECEIVERS}`), {
    route: {
      receiver: 'a',
      matchers: [],
      continues: false,
      groupBy: [],
      groupWait: 30,
      groupInterval: 300,
      repeatInterval: 14_400,
      muteIntervals: [],
      activeIntervals: [],
      routes: [],
    },
    receivers: [
      { name: 'a', integrations: [] },
      { name: 'b', integrations: [] },
    ],
    inhibitRules: [],
    timeIntervals: new Map(),
  });
});

test('a child has what it does not set from its parent, but not its time intervals', () => {
  const text = `${routes(
    `{matchers: [a=b], mute_time_intervals: [t], active_time_intervals: [u], continue: true,
      routes: [{receiver: b, group_by: [c], group_wait: 0s, group_interval: 1m30s, repeat_interval: 1d}, {group_by: []}]}`,
    "group_by: ['...'], group_wait: 1s,",
  )}\ntime_intervals: [{name: t}]\nmute_time_intervals: [{name: u}]`;
  const { route, timeIntervals } = readConfig(text);
  const [child] = route.routes;
  const [set, unset] = child?.routes ?? [];
  assert.deepEqual(
    { ...child, routes: [] },
    {
      ...route,
      matchers: parseMatchers('a=b'),
      continues: true,
      muteIntervals: ['t'],
      activeIntervals: ['u'],
      routes: [],
    },
  );
  assert.deepEqual(set, {
    ...route,
    receiver: 'b',
    groupBy: ['c'],
    groupWait: 0,
    groupInterval: 90,
    repeatInterval: 86_400,
    routes: [],
  });
  assert.deepEqual(unset, { ...route, groupBy: 'all', routes: [] });
  assert.deepEqual([...timeIntervals.keys()].toSorted(), ['t', 'u']);
});

test('a route matches by match, match_re and matchers together', () => {
  const text = routes(
    `{match: {n: "1.0", t: x}, match_re: {sev: a|b}, matchers: ['a="b", c!="d"', 'e=~"f\\\\d"']}`,
  );
  const all = parseMatchers('n="1.0", t="x", sev=~"a|b", a="b", c!="d", e=~"f\\\\d"');
  assert.deepEqual(readConfig(text).route.routes[0]?.matchers, all);
});

test('reads inhibition rules in both forms', () => {
  const { inhibitRules } = readConfig(`route: {receiver: a}
${RECEIVERS}
inhibit_rules:
- {source_match: {s: "1"}, source_matchers: ['x!="1"'], target_match_re: {t: 1|2}, equal: [e, f]}
- {source_matchers: [a=b], target_matchers: [c=d]}
`);
  assert.deepEqual(inhibitRules, [
    { sources: parseMatchers('s="1", x!="1"'), targets: parseMatchers('t=~"1|2"'), equal: ['e', 'f'] },
    { sources: parseMatchers('a=b'), targets: parseMatchers('c=d'), equal: [] },
  ]);
});

test('a receiver has an integration for each entry of its lists, which says whether it sends what is resolved', () => {
  const silent = ['email', 'rocketchat', 'slack', 'wechat'];
  const others = [
    ...['discord', 'incidentio', 'jira', 'mattermost', 'msteams', 'msteamsv2', 'opsgenie', 'pagerduty'],
    ...['pushover', 'sns', 'telegram', 'victorops', 'webex', 'webhook', 'something-new'],
  ];
  const lists = [...silent, ...others].map((type) => `${type}_configs: [{}]`);
  const { receivers } = readConfig(`route: {receiver: all}
receivers:
- {name: all, ${lists.join(', ')}}
- {name: two, webhook_configs: [{url: 'http://x', send_resolved: false}, {url: <secret>, send_resolved: true}]}
- {name: none, webhook_configs: null}
`);
  assert.deepEqual(receivers, [
    {
      name: 'all',
      integrations: [
        ...silent.map((type) => ({ type, sendResolved: false })),
        ...others.map((type) => ({ type, sendResolved: true })),
      ],
    },
    {
      name: 'two',
      integrations: [
        { type: 'webhook', sendResolved: false },
        { type: 'webhook', sendResolved: true },
      ],
    },
    { name: 'none', integrations: [] },
  ]);
});

test('reads time intervals as Alertmanager prints them', () => {
  const { timeIntervals } = readConfig(`route: {receiver: a}
${RECEIVERS}
mute_time_intervals:
- name: all
  time_intervals:
  - times:
    - start_time: "09:00"
      end_time: "24:00"
    weekdays: ['monday:friday', saturday]
    days_of_month: ["1:5", '-3:-1', "7"]
    months: ["1:3", "5", june:july]
    years: ['2020:2030', "2040"]
    location: Europe/Paris
  - {}
`);
  const all = {
    times: [[540, 1440]],
    weekdays: [
      [1, 5],
      [6, 6],
    ],
    daysOfMonth: [
      [1, 5],
      [-3, -1],
      [7, 7],
    ],
    months: [
      [1, 3],
      [5, 5],
      [6, 7],
    ],
    years: [
      [2020, 2030],
      [2040, 2040],
    ],
    location: 'Europe/Paris',
  };
  assert.deepEqual(timeIntervals, new Map([['all', [all, {}]]]));
});

const interval = (fields: string): string =>
  `route: {receiver: a}\n${RECEIVERS}\ntime_intervals: [{name: t, time_intervals: [{${fields}}]}]`;
const INTERVAL = 'time_intervals[0].time_intervals[0]';

const REFUSED: [what: string, text: string, message: string][] = [
  ['nothing', '', 'it is not valid YAML: expected a document, but the input is empty'],
  ['a text', 'hello', 'it has no route'],
  [
    'no YAML',
    'route: [',
    'it is not valid YAML: line 1: unexpected end of the stream within a flow collection',
  ],
  [
    'several documents',
    '--- {}\n--- {}',
    'it is not valid YAML: expected a single document in the stream, but found more',
  ],
  ['no route', RECEIVERS, 'it has no route'],
  ['a list as route', 'route: []', 'it has no route'],
  ['no receiver at the root', `route: {}\n${RECEIVERS}`, 'the root route has no receiver'],
  ['YAML null as receiver', `route: {receiver: null}\n${RECEIVERS}`, 'the root route has no receiver'],
  ['matchers at the root', `route: {receiver: a, matchers: [a=b]}`, 'the root route has matchers'],
  ['an unknown receiver', 'route: {receiver: x}', 'a route uses the receiver "x", which is not defined'],
  ['one below', routes('{receiver: "null"}'), 'a route uses the receiver "null", which is not defined'],
  [
    'an unknown time interval',
    routes('{mute_time_intervals: [t]}'),
    'a route uses the time interval "t", which is not defined',
  ],
  ['a map of routes', 'route: {receiver: a, routes: {}}', 'route.routes is not a list'],
  ['a text as route', routes('text'), 'route.routes[0] is not a map'],
  ['a wrong duration', routes('{group_wait: 1 m}'), 'route.routes[0].group_wait is not a duration'],
  ['a number as duration', routes('{group_wait: 5}'), 'route.routes[0].group_wait is not a duration'],
  [
    'a wrong matcher',
    routes('{matchers: [a]}'),
    'route.routes[0].matchers[0]: column 2: expected one of = != =~ !~, found the end',
  ],
  [
    'a wrong expression',
    routes('{match_re: {a: (}}'),
    'route.routes[0].match_re: the regular expression of the label "a" is not valid: missing closing ): "("',
  ],
  ['a list as receiver', 'route: {receiver: []}', 'route.receiver is not a text'],
  ['a receiver that is none', 'route: {receiver: a}\nreceivers: [1]', 'receivers[0] is not a map'],
  [
    'a wrong time',
    interval('times: [{start_time: 9:00}]'),
    `${INTERVAL}.times[0].start_time is not a time: "9:00"`,
  ],
  [
    'no end time',
    interval('times: [{start_time: 09:00}]'),
    `${INTERVAL}.times[0].end_time is not a time: ""`,
  ],
  ['a wrong day', interval('weekdays: [mon]'), `${INTERVAL}.weekdays[0] is not a range: "mon"`],
  ['three ends', interval("months: ['1:2:3']"), `${INTERVAL}.months[0] is not a range: "1:2:3"`],
  ['a month too much', interval('months: [13]'), `${INTERVAL}.months[0] is not a range: "13"`],
  ['an empty month', interval("months: ['']"), `${INTERVAL}.months[0] is not a range: ""`],
  ['no zone', interval('location: Mars'), `${INTERVAL}.location is not a known time zone: "Mars"`],
  [
    'aliases',
    'route: &r {receiver: a, routes: [*r]}',
    'it is not valid YAML: line 1: aliases exceeded maxAliases (0)',
  ],
];
for (const [what, text, message] of REFUSED)
  test(`refuses ${what}: ${message}`, () =>
    assert.throws(() => readConfig(text), { name: 'SyntaxError', message }));

test('refuses routes that are nested too deeply', () => {
  const text = `route: {receiver: a, routes: [${'{routes: ['.repeat(5_000)}${']}'.repeat(5_000)}]}`;
  assert.throws(() => readConfig(text), SyntaxError);
});
