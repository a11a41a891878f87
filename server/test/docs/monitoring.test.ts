import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { jobSchedule } from '../../src/job-schedule.ts'
import { useTestApp } from '../support/use-app.ts'
import { ROOT } from './support/pages.ts'

// Notification metrics exist only with a payment provider.
const stripe = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: undefined }
const t = useTestApp({ config: { stripe } })
const text = (path: string) => readFileSync(join(ROOT, 'docs', path), 'utf8')
const unique = (names: Iterable<string>) => [...new Set(names)].sort()

/** Returns the exported metrics with their types. */
async function metrics() {
  const { body } = await t.app.inject('/metrics')
  const names = body.matchAll(/^# TYPE (piecework_\w+) (\w+)$/gm)
  return [...names].map(([, name = '', type = '']) => ({ name, type }))
}

/** Returns the scraped series names: a histogram has buckets, a sum and a count. */
async function scraped(): Promise<string[]> {
  const all = await metrics()
  return all.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

const namedIn = (queries: readonly string[]) =>
  unique(queries.flatMap((query) => query.match(/piecework_\w+/g) ?? []))

type Rules = { groups: { rules: { alert: string; expr: string; annotations: object }[] }[] }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

test('the page names every existing metric, and no other', async () => {
  const rows = text('monitoring.md').match(/^\| `piecework_.*$/gm) ?? []
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/piecework_\w+/g) ?? [])
  expect(unique(named)).toEqual(unique((await metrics()).map(({ name }) => name)))
})

test('alerts use existing metrics, and each says what to do', async () => {
  const { groups } = parse(text('monitoring/alerts.yml')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  const there = await scraped()
  expect(namedIn(rules.map(({ expr }) => expr)).filter((name) => !there.includes(name))).toEqual([])
  for (const { alert, annotations } of rules) {
    expect([alert, Object.keys(annotations).sort()]).toEqual([alert, ['action', 'summary']])
  }
})

/** Metrics of a single process; all other gauges are identical in each process. */
const OF_ONE_PROCESS = [
  'piecework_build_info',
  'piecework_database_connections',
  'piecework_ingest_waiting_records',
  'piecework_mail_server_down',
]

test('no query sums a metric that every process reports for the same database', async () => {
  const { groups } = parse(text('monitoring/alerts.yml')) as Rules
  const { panels } = JSON.parse(text('monitoring/grafana-dashboard.json')) as Dashboard
  const queries = [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const gauges = (await metrics()).filter(({ type }) => type === 'gauge').map(({ name }) => name)
  const shared = gauges.filter((name) => !OF_ONE_PROCESS.includes(name))
  const summed = queries.flatMap((query) =>
    Array.from(
      query.matchAll(/\b(?:sum|avg|count)\b[^()]*(?:\([^()]*\)\s*)?\(\s*(piecework_\w+)/g),
    ),
  )
  expect(summed.length).toBeGreaterThan(0)
  expect(summed.filter(([, name = '']) => shared.includes(name)).map(([query]) => query)).toEqual(
    [],
  )
})

test('metrics are named by the convention of Prometheus', async () => {
  const all = await metrics()
  const wrong = all.filter(({ name, type }) => {
    if (/_(share|percent|milliseconds|ms|minutes|hours|days)(_|$)/.test(name)) return true
    if ((type === 'counter') !== name.endsWith('_total')) return true
    // A measured duration and an age have different names.
    return type === 'histogram' && /_seconds$/.test(name) && !/_duration_seconds$/.test(name)
  })
  expect(wrong).toEqual([])
})

test('alerts name existing periodic jobs, and one fires when no process reports jobs', () => {
  const { groups } = parse(text('monitoring/alerts.yml')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  const jobs = jobSchedule({ config: { catalogSync: true } }).map(({ task }) => task)
  const named = rules
    .flatMap(({ expr }) => Array.from(expr.matchAll(/task[!=]?[=~]~?"([^"]+)"/g)))
    .flatMap(([, names = '']) => names.replaceAll('[.]', '.').split('|'))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !jobs.includes(name))).toEqual([])
  const stuck = rules.find(({ alert }) => alert === 'PieceworkWorkerStuck')
  expect(stuck?.expr).toContain('absent(piecework_job_since_finished_seconds)')
})

test('the page names existing alerts', () => {
  const { groups } = parse(text('monitoring/alerts.yml')) as Rules
  const there = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const named = text('monitoring.md').match(/`Piecework[A-Z]\w+`/g) ?? []
  expect(named.filter((name) => !there.includes(name.slice(1, -1)))).toEqual([])
})

test('the dashboard shows every existing metric, and no other', async () => {
  const { panels } = JSON.parse(text('monitoring/grafana-dashboard.json')) as Dashboard
  const shown = namedIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  const there = await scraped()
  expect(shown.filter((name) => !there.includes(name))).toEqual([])
  const missing = (await metrics()).filter(({ name }) => !shown.some((one) => one.startsWith(name)))
  expect(missing.map(({ name }) => name)).toEqual([])
})
