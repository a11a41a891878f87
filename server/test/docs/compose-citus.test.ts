import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { NodeAnswers } from '../../src/platform/scale-out/cluster.ts'
import { connectionsOf, problemsOf } from '../../src/platform/scale-out/problems.ts'
import { SETTINGS } from '../citus/cluster.ts'

type Container = {
  image: string
  network_mode: string
  environment: Record<string, string>
  command: string
  healthcheck: { test: string[] }
}

const text = readFileSync(join(import.meta.dirname, '../../../compose.citus.yaml'), 'utf8')
const { services } = parse(text) as { services: Record<string, Container> }
const containers = Object.values(services)

function settingsOf({ command }: Container): Record<string, string> {
  const words = command.trim().split(/\s+/)
  expect(words.shift()).toBe('postgres')
  expect(words.filter((_, at) => at % 2 === 0).every((word) => word === '-c')).toBe(true)
  const pairs = words.filter((_, at) => at % 2 === 1).map((pair) => pair.split('=', 2))
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length)
  return Object.fromEntries(pairs)
}

test('the nodes of compose.citus.yaml have the settings of the nodes that the tests start', () => {
  expect(Object.keys(services)).toEqual(['coordinator', 'worker-1', 'worker-2'])
  for (const container of containers) {
    const { port, listen_addresses, ...settings } = settingsOf(container)
    expect(settings).toEqual({ ...SETTINGS, fsync: 'off' })
    // No password is needed there.
    expect(listen_addresses).toBe('127.0.0.1')
    expect(container).toMatchObject({
      image: containers[0]?.image,
      network_mode: 'host',
      environment: { POSTGRES_HOST_AUTH_METHOD: 'trust' },
      healthcheck: { test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-p', port] },
    })
  }
})

test('its first lines name its nodes, the coordinator first', () => {
  const [, urls = ''] = /CITUS_NODES=(\S+)/.exec(text) ?? []
  const ports = urls.split(',').map((url) => new URL(url).port)
  expect(ports).toEqual(containers.map((container) => settingsOf(container).port))
  expect(new Set(ports).size).toBe(3)
})

test('scale-out would find nothing missing there', () => {
  const nodes = containers.map((container, at) => {
    const settings = settingsOf(container)
    // Settings that are not given have PostgreSQL's defaults.
    const answers: NodeAnswers = {
      postgres: 150_000,
      citus: /:(\d+\.\d+)$/.exec(container.image)?.[1] ?? '',
      walLevel: settings.wal_level ?? 'replica',
      outputPlugins: null,
      maxConnections: Number(settings.max_connections ?? 100),
      maxPreparedTransactions: Number(settings.max_prepared_transactions ?? 0),
      maxReplicationSlots: Number(settings.max_replication_slots ?? 10),
      maxWalSenders: Number(settings.max_wal_senders ?? 10),
    }
    const isCoordinator = at === 0
    const name = `127.0.0.1:${settings.port}`
    return { id: at, name, isCoordinator, isActive: true, holdsShards: !isCoordinator, answers }
  })
  const [{ answers }] = nodes as [(typeof nodes)[number]]
  const cluster = { ...answers, isAvailable: true, isWorker: false, nodes, broken: [] }
  expect(problemsOf(cluster, connectionsOf({ processes: 4, poolSize: 14 }, 2))).toEqual([])
})
