import type { Command } from 'commander'
import { createCatalog } from '../features/catalog/catalog.ts'
import {
  acceptQuarantined,
  listQuarantined,
  rejectQuarantined,
} from '../features/catalog/quarantine.ts'
import { loadSnapshot } from '../features/catalog/snapshot/load.ts'
import { syncCatalog } from '../features/catalog/sync/sync.ts'
import { backfillKnown } from '../features/usage/backfill/backfill-known.ts'
import type { Db } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { withDatabase } from './database.ts'
import { print, readConfig } from './run.ts'

export function addCatalogCommands(program: Command): void {
  const catalog = program.command('catalog').description('the price list of models and services')
  catalog
    .command('sync')
    .description('bring the catalog up to date with the public price lists')
    .action(sync)
  const quarantine = catalog
    .command('quarantine')
    .description('prices that a sync held back as implausible')
  quarantine.command('list').description('list the prices that were held back').action(listWaiting)
  quarantine
    .command('accept')
    .description('use a price from now on')
    .argument('<id>', 'the id of the price')
    .action((id: string) => resolveWaiting('accept', id))
  quarantine
    .command('reject')
    .description('never use a price')
    .argument('<id>', 'the id of the price')
    .action((id: string) => resolveWaiting('reject', id))
}

async function sync(): Promise<void> {
  const config = readConfig()
  await withDatabase(config, 'catalog sync', async ({ db }) => {
    const now = new Date()
    await loadSnapshot(db, now)
    const log = createLog('silent')
    for (const result of await syncCatalog({ db, log }, config, now)) {
      if (result.ok) {
        const counts = Object.entries(result.counts).map(([name, count]) => `${name} ${count}`)
        print(`${result.source}: ${counts.join(', ')}`)
      } else {
        process.stderr.write(`${result.source}: ${result.error}\n`)
        process.exitCode = 1
      }
    }
    print(`events that have their cost now: ${await backfill(db, now)}`)
  })
}

async function backfill(db: Db, now: Date): Promise<number> {
  const { findPricesFor: findPrices } = await createCatalog(db)
  return backfillKnown({ db, log: createLog('silent'), findPrices }, now)
}

async function listWaiting(): Promise<void> {
  await withDatabase(readConfig(), 'catalog quarantine list', async ({ db }) => {
    for (const price of await listQuarantined(db)) print(JSON.stringify(price))
  })
}

async function resolveWaiting(decision: 'accept' | 'reject', id: string): Promise<void> {
  await withDatabase(readConfig(), `catalog quarantine ${decision}`, async ({ db }) => {
    const decide = decision === 'accept' ? acceptQuarantined : rejectQuarantined
    await decide(db, id, new Date())
    print(`${decision}ed ${id}`)
  })
}
