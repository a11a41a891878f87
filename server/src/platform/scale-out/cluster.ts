import type pg from 'pg'

/** A server of the cluster with its own settings; `answers` is undefined if it does not respond. */
export type Node = {
  id: number
  /** Address and port. */
  name: string
  isCoordinator: boolean
  isActive: boolean
  holdsShards: boolean
  /** Undefined when it does not respond. */
  answers: NodeAnswers | undefined
}

export type NodeAnswers = {
  postgres: number
  citus: string | null
  walLevel: string
  /** Null when the server does not restrict them, or does not show the setting to this user. */
  outputPlugins: string | null
  maxConnections: number
  maxPreparedTransactions: number
  maxReplicationSlots: number
  maxWalSenders: number
}

export type Cluster = {
  postgres: number
  /** Version of the extension in this database; null if it is not created. */
  citus: string | null
  /** True when connected to a node other than the coordinator. */
  isWorker: boolean
  /** True when the extension is installed on the server. */
  isAvailable: boolean
  nodes: Node[]
  /** Pairs of nodes that cannot reach each other, as `a:5432 cannot reach b:5432`. */
  broken: string[]
}

/**
 * Returns the kind of this database and the settings reported by each of its servers. Changes
 * nothing.
 */
export async function readCluster(client: pg.ClientBase): Promise<Cluster> {
  const { rows } = await client.query<{
    postgres: number
    citus: string | null
    available: boolean
  }>(
    `select current_setting('server_version_num')::int as postgres,
       (select extversion from pg_extension where extname = 'citus') as citus,
       exists (select from pg_available_extensions where name = 'citus') as available`,
  )
  const [server] = rows
  if (!server) throw new Error('PostgreSQL does not say its version')
  const { postgres, citus, available: isAvailable } = server
  const alone = { postgres, citus, isAvailable, nodes: [], broken: [] }
  if (citus === null) return { ...alone, isWorker: false }
  const group = await client.query('select from pg_dist_local_group where groupid <> 0')
  if (group.rowCount !== 0) return { ...alone, isWorker: true }
  const nodes = await readNodes(client)
  // The nodes check each other only if all respond: a check would wait for a silent node.
  const doAllAnswer = nodes.every(({ answers }) => answers)
  return {
    postgres,
    citus,
    isAvailable,
    isWorker: false,
    nodes,
    broken: doAllAnswer ? await readBroken(client) : [],
  }
}

type FoundNode = Omit<Node, 'answers'> & { ok: boolean; answer: string }

/** As text, because Citus returns a node's answer as text. */
const QUESTION = `select json_build_object(
  'postgres', current_setting('server_version_num')::int,
  'citus', (select extversion from pg_extension where extname = 'citus'),
  'walLevel', current_setting('wal_level'),
  'outputPlugins', (select setting from pg_settings where name = 'output_plugin_libraries'),
  'maxConnections', current_setting('max_connections')::int,
  'maxPreparedTransactions', current_setting('max_prepared_transactions')::int,
  'maxReplicationSlots', current_setting('max_replication_slots')::int,
  'maxWalSenders', current_setting('max_wal_senders')::int)::text`

async function readNodes(client: pg.ClientBase): Promise<Node[]> {
  const { rows } = await client.query<FoundNode>(
    `select node.nodeid as id, node.nodename || ':' || node.nodeport as name,
       node.groupid = 0 as "isCoordinator", node.isactive as "isActive",
       node.shouldhaveshards as "holdsShards", coalesce(answer.success, false) as ok,
       answer.result as answer
     from pg_dist_node node
     left join run_command_on_all_nodes($1, give_warning_for_connection_errors => true) answer
       using (nodeid)
     where node.noderole = 'primary' order by node.groupid`,
    [QUESTION],
  )
  return rows.map(({ ok, answer, ...node }) => ({
    ...node,
    answers: ok ? (JSON.parse(answer) as NodeAnswers) : undefined,
  }))
}

async function readBroken(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ pair: string }>(
    `select from_nodename || ':' || from_nodeport || ' cannot reach '
       || to_nodename || ':' || to_nodeport as pair
     from citus_check_cluster_node_health() where result is not true order by 1`,
  )
  return rows.map(({ pair }) => pair)
}
