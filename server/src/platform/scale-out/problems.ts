import type { Cluster, Node } from './cluster.ts'
import type { PlacedTable } from './tables.ts'

/** The oldest versions that create, move and read tables as the statements of this project need. */
const CITUS = 13
const POSTGRES = 150_000
/** For copying one table at a time, in addition to the slots of standbys. */
const REPLICATION_SLOTS = 8

/**
 * Use of one database by the service: the number of processes, and each one's pool size for
 * requests and jobs.
 */
export type Service = { processes: number; poolSize: number }

/**
 * Further connections of a process: some of its own, and two for each of a few nodes to record
 * usage.
 */
const OWN_CONNECTIONS = 6
const CONNECTIONS_PER_NODE = 2
const NODES_AT_MOST = 8
/** Connections that a node needs besides those of the service: shard moves and monitoring. */
const OTHER_CONNECTIONS = 60

/**
 * Returns the maximum number of connections of the service to its database for this number of
 * nodes.
 */
export function connectionsOf({ processes, poolSize }: Service, nodes: number): number {
  const recording = CONNECTIONS_PER_NODE * Math.min(nodes, NODES_AT_MOST)
  return processes * (poolSize + OWN_CONNECTIONS + recording)
}

/**
 * Returns what the operator must do before the tables can move, one sentence each; empty if
 * nothing. `sessions` is the number of connections of the service to its database.
 */
export function problemsOf(cluster: Cluster, sessions: number): string[] {
  const { citus, isAvailable, isWorker, nodes, broken } = cluster
  if (citus === null) return [isAvailable ? NOT_CREATED : NOT_INSTALLED]
  if (isWorker) return ['This is a worker of a cluster; name its coordinator in DATABASE_URL']
  return [
    ...(majorOf(citus) < CITUS ? [`Citus is ${citus}; upgrade it to ${CITUS} or newer`] : []),
    ...nodeProblems(nodes),
    ...nodes.flatMap((node) => answerProblems(node, { citus, sessions })),
    ...broken.map(
      (pair) =>
        `${pair} as the owner of this database: correct pg_hba.conf of the second, or the password in pg_dist_authinfo or .pgpass of the first`,
    ),
  ]
}

const NOT_INSTALLED =
  "This PostgreSQL has no Citus. Install it, set shared_preload_libraries = 'citus' and restart it, or move to a server that has it"
const NOT_CREATED =
  'The extension is not in this database: run create extension citus, here and in a database of the same name on every worker'

/**
 * Returns why tables cannot move during writes. They must not stay on their node: the shards that
 * Citus creates there temporarily lack a primary key, and it blocks permanently when a row is
 * updated during that time (https://github.com/citusdata/citus/issues/6790). Returns undefined when
 * none would stay.
 */
export function coordinatorProblem(
  { nodes }: Cluster,
  online: readonly PlacedTable[],
): string | undefined {
  const taking = nodes.filter(({ isActive, holdsShards }) => isActive && holdsShards)
  const coordinator = taking.find(({ isCoordinator }) => isCoordinator)
  if (!coordinator) return undefined
  const names = online.map(({ name }) => name).join(', ')
  const megabytes = Math.ceil(Math.max(...online.map(({ bytes }) => bytes)) / 1024 / 1024)
  const atOnce = `allow writers to wait during the move of each table with --online-above ${megabytes}`
  if (taking.length === 1)
    return `${coordinator.name} is the only node that takes shards, so ${names} would stay on it: ${atOnce}`
  const colon = coordinator.name.lastIndexOf(':')
  const address = `'${coordinator.name.slice(0, colon)}', ${coordinator.name.slice(colon + 1)}`
  const property = (may: boolean) =>
    `select citus_set_node_property(${address}, 'shouldhaveshards', ${may})`
  return `${coordinator.name} takes shards itself, so ${names} cannot move while they are written: run ${property(false)}, and when all has moved ${property(true)} and select citus_rebalance_start(); or ${atOnce}`
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

function nodeProblems(nodes: readonly Node[]): string[] {
  const problems = []
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    problems.push(
      "The coordinator does not know its own address: run select citus_set_coordinator_host('its address', 5432)",
    )
  }
  if (!nodes.some(({ isActive, holdsShards }) => isActive && holdsShards)) {
    problems.push(
      "No node takes shards: add a worker with select citus_add_node('its address', 5432), or let the coordinator take them with select citus_set_node_property('its address', 5432, 'shouldhaveshards', true)",
    )
  }
  return problems
}

function answerProblems(
  { name, isActive, answers }: Node,
  { citus, sessions }: { citus: string; sessions: number },
): string[] {
  if (!isActive)
    return [`${name} is not active: run select citus_activate_node for it, or remove it`]
  if (!answers) {
    return [
      `${name} does not answer: check that it runs, and that the owner of this database can sign in there from the coordinator: by its pg_hba.conf, and the password in pg_dist_authinfo or .pgpass of the coordinator`,
    ]
  }
  const problems = []
  if (answers.postgres < POSTGRES) problems.push('its PostgreSQL is older than 15; upgrade it')
  if (answers.citus === null)
    problems.push('has no extension in this database: run create extension citus')
  else if (answers.citus !== citus) {
    problems.push(`has Citus ${answers.citus} and the coordinator ${citus}; make them the same`)
  }
  if (answers.walLevel !== 'logical') {
    problems.push(`wal_level is ${answers.walLevel}; set it to logical and restart`)
  }
  if (answers.outputPlugins !== null && !answers.outputPlugins.includes('citus')) {
    problems.push(
      'output_plugin_libraries lacks citus; set it to pgoutput, test_decoding, citus and reload',
    )
  }
  if (answers.maxPreparedTransactions < sessions) {
    problems.push(
      `max_prepared_transactions is ${answers.maxPreparedTransactions}; set it to ${sessions} or more and restart`,
    )
  }
  const connections = sessions + OTHER_CONNECTIONS
  if (answers.maxConnections < connections) {
    problems.push(
      `max_connections is ${answers.maxConnections}; set it to ${connections} or more and restart`,
    )
  }
  for (const [setting, value] of [
    ['max_replication_slots', answers.maxReplicationSlots],
    ['max_wal_senders', answers.maxWalSenders],
  ] as const) {
    if (value < REPLICATION_SLOTS) {
      problems.push(`${setting} is ${value}; set it to ${REPLICATION_SLOTS} or more and restart`)
    }
  }
  return problems.map((problem) => `${name}: ${problem}`)
}
