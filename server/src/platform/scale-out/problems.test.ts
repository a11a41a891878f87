import { expect, test } from 'vitest'
import type { Cluster, Node, NodeAnswers } from './cluster.ts'
import { connectionsOf, coordinatorProblem, problemsOf } from './problems.ts'
import type { PlacedTable } from './tables.ts'

const answers: NodeAnswers = {
  postgres: 150_020,
  citus: '13.2-1',
  walLevel: 'logical',
  outputPlugins: null,
  maxConnections: 200,
  maxPreparedTransactions: 200,
  maxReplicationSlots: 10,
  maxWalSenders: 10,
}

const node = (name: string, fields: Partial<Node> = {}): Node => {
  const isCoordinator = name === 'coordinator'
  return {
    id: 1,
    name,
    isCoordinator,
    isActive: true,
    holdsShards: !isCoordinator,
    answers,
    ...fields,
  }
}

const cluster = (fields: Partial<Cluster> = {}): Cluster => {
  const nodes = [node('coordinator'), node('worker')]
  const found = { postgres: 150_020, citus: '13.2-1', isAvailable: true, isWorker: false }
  return { ...found, nodes, broken: [], ...fields }
}

const problems = (fields: Partial<Cluster>) => problemsOf(cluster(fields), 23)
const ofWorker = (fields: Partial<NodeAnswers>) =>
  problems({ nodes: [node('coordinator'), node('worker', { answers: { ...answers, ...fields } })] })

test('a complete cluster has no problem', () => {
  expect(problems({})).toEqual([])
})

test('each process needs connections for each node, up to eight of them', () => {
  const service = { processes: 5, poolSize: 14 }
  expect(connectionsOf(service, 4)).toBe(5 * (14 + 6 + 2 * 4))
  expect(connectionsOf(service, 20)).toBe(5 * (14 + 6 + 2 * 8))
})

test('tables that move during writes go to nodes other than the coordinator', () => {
  const sums: PlacedTable = {
    name: 'sums',
    kind: 'distributed',
    column: 'owner_id',
    now: 'local',
    isJoined: true,
    isUnderway: false,
    shards: 0,
    bytes: 20_000_000,
    refersTo: [],
  }
  const coordinator = node('2001:db8::1:5432', { isCoordinator: true, holdsShards: true })
  const problem = (...nodes: Node[]) => coordinatorProblem(cluster({ nodes }), [sums])
  expect(problem(node('coordinator'), node('worker'))).toBe(undefined)
  expect(problem(coordinator, node('worker', { holdsShards: false }))).toBe(
    '2001:db8::1:5432 is the only node that takes shards, so sums would stay on it: allow ' +
      'writers to wait during the move of each table with --online-above 20',
  )
  const both = problem(coordinator, node('worker'))
  expect(both).toContain(`citus_set_node_property('2001:db8::1', 5432, 'shouldhaveshards', false)`)
  expect(both).toContain('citus_rebalance_start()')
  expect(both).toContain('--online-above 20')
})

test('a coordinator that takes shards itself needs no worker', () => {
  expect(problems({ nodes: [node('coordinator', { holdsShards: true })] })).toEqual([])
})

test.each<[string, Partial<Cluster>, RegExp]>([
  ['no Citus', { citus: null, isAvailable: false }, /no Citus.*shared_preload_libraries/],
  ['no extension', { citus: null }, /run create extension citus, here and .* every worker/],
  ['an old Citus', { citus: '12.1-1', nodes: [] }, /^Citus is 12\.1-1; upgrade it to 13/],
  ['a worker', { isWorker: true, nodes: [] }, /^This is a worker .*coordinator in DATABASE_URL/],
  ['no coordinator', { nodes: [node('worker')] }, /citus_set_coordinator_host/],
  ['no worker', { nodes: [node('coordinator')] }, /citus_add_node.*shouldhaveshards/],
  [
    'a node that is away',
    { nodes: [node('coordinator'), node('worker', { answers: undefined })] },
    /^worker does not answer: .*owner .*pg_hba\.conf.*pg_dist_authinfo/,
  ],
  [
    'a node that was switched off',
    { nodes: [node('coordinator'), node('w', { isActive: false }), node('worker')] },
    /^w is not active/,
  ],
  [
    'nodes that do not reach each other',
    { broken: ['a:1 cannot reach b:2'] },
    /^a:1 cannot reach b:2 as the owner .*pg_hba.*pg_dist_authinfo/,
  ],
])('%s is reported with a remedy', (_what, fields, sentence) => {
  expect(problems(fields)).toContainEqual(expect.stringMatching(sentence))
})

test.each<[string, Partial<NodeAnswers>, RegExp]>([
  ['an old PostgreSQL', { postgres: 140_011 }, /older than 15/],
  ['no extension', { citus: null }, /create extension citus/],
  ['another version', { citus: '13.1-1' }, /has Citus 13\.1-1 and the coordinator 13\.2-1/],
  ['a log that is not logical', { walLevel: 'replica' }, /wal_level is replica; .*restart/],
  ['a list of plugins without Citus', { outputPlugins: 'pgoutput' }, /output_plugin_libraries/],
  ['too few connections', { maxConnections: 82 }, /max_connections is 82; set it to 83/],
  [
    'no prepared transactions',
    { maxPreparedTransactions: 0 },
    /max_prepared_transactions is 0; set it to 23/,
  ],
  ['too few slots', { maxReplicationSlots: 2 }, /max_replication_slots is 2/],
  ['too few senders', { maxWalSenders: 0 }, /max_wal_senders is 0/],
])('a worker with %s is named', (_what, fields, sentence) => {
  expect(ofWorker(fields)).toEqual([expect.stringMatching(sentence)])
  expect(ofWorker(fields)[0]).toMatch(/^worker: /)
})
