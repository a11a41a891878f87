import { type Command, InvalidArgumentError } from 'commander'
import pg from 'pg'
import type { Config } from '../config.ts'
import { MOVED_SUMS, STANDING_EVENTS } from '../features/usage/moved-sums.ts'
import { MIGRATION_LIMITS } from '../platform/database/connection-limits.ts'
import { connectionOptions } from '../platform/database.ts'
import type { Step } from '../platform/scale-out/plan.ts'
import {
  type Connections,
  EMPTY,
  makePlan,
  type ScaleOutOptions,
  scaleOut,
} from '../platform/scale-out/scale-out.ts'
import { withAnyDatabase } from './database.ts'
import { print, readConfig } from './run.ts'
import { isolateCustomer } from './scale-out/isolate.ts'
import { printStatus } from './scale-out/status.ts'

const MIB = 1024 * 1024

type Given = { dryRun?: boolean; nodes?: number; processes: number; onlineAbove: number }

export function addScaleOutCommands(program: Command): void {
  const scaleOutCommand = program
    .command('scale-out')
    .description(
      'move the tables of a database with Citus to where they belong, while the service runs',
    )
    .option('--dry-run', 'print each step with its SQL, and change nothing')
    .option(
      '--nodes <count>',
      'how many nodes will hold customers eventually (default: those that do)',
      atLeastOne,
    )
    .option(
      '--processes <count>',
      'how many processes of the service there are, for the connections that the nodes must allow',
      atLeastOne,
      1,
    )
    .option(
      '--online-above <MiB>',
      'tables that are larger move while the service writes to them',
      wholeNumber,
      16,
    )
    .action(move)
  scaleOutCommand
    .command('status')
    .description('what each node holds, the busiest customers, and what should move')
    .action(() =>
      withConnections('scale-out status', (connections) => printStatus(connections, new Date())),
    )
  scaleOutCommand
    .command('isolate')
    .description('give a customer a shard of its own on another node, while the service runs')
    .argument('<customer>', 'its ID')
    .option('--to <address:port>', 'the node (default: the one that holds least)')
    // The parent command has the same option and consumes it at every position.
    .action((id: string, { to }: { to?: string }, { parent }: Command) =>
      withConnections('scale-out isolate', (connections) =>
        isolateCustomer(connections, { id, to, isDryRun: parent?.opts<Given>().dryRun ?? false }),
      ),
    )
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text)
  if (number === 0) throw new InvalidArgumentError('It is at least 1.')
  return number
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

async function move({ dryRun = false, nodes, processes, onlineAbove }: Given): Promise<void> {
  await withConnections('scale-out', async (connections, config) => {
    const options: ScaleOutOptions = {
      service: { processes, poolSize: config.databasePoolSize },
      plannedNodes: nodes,
      onlineAboveBytes: onlineAbove * MIB,
      standing: STANDING_EVENTS,
      balances: MOVED_SUMS,
      say: print,
    }
    await (dryRun ? explain(connections, options) : scaleOut(connections, options))
  })
}

/** Runs `work` with a separate connection next to the pool; its limits allow for large tables. */
async function withConnections(
  command: string,
  work: (connections: Connections, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  await withAnyDatabase(config, command, async ({ db, url }) => {
    const client = new pg.Client({
      ...connectionOptions(url, MIGRATION_LIMITS),
      application_name: 'piecework scale-out',
      query_timeout: 0,
    })
    // Failed queries report the error. Without a listener, a lost connection would end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      await work({ client, db }, config)
    } finally {
      await client.end()
    }
  })
}

const WORDS: Readonly<Record<Step['kind'], string>> = {
  settings: 'Set what the database needs; sessions of the service that are idle are ended',
  join: 'Let what the coordinator keeps be committed together with what the nodes hold',
  online: 'Move while the service goes on',
  stop: 'Move while writers wait, in one transaction',
  tidy: 'Take away what stayed behind, out of sight',
}

async function explain(connections: Connections, options: ScaleOutOptions): Promise<void> {
  const { steps, isEmpty } = await makePlan(connections, options)
  if (isEmpty) print(`-- ${EMPTY}`)
  else if (steps.length === 0) print('-- every table is where it belongs already')
  for (const { kind, statements } of steps) {
    print(`-- ${WORDS[kind]}`)
    for (const statement of statements) print(`${statement};`)
  }
}
