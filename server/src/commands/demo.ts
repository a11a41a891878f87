import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { createDemo, fillNewDemo, removeDemo } from '../features/demo/service.ts'
import type { Progress } from '../features/demo/story/fill.ts'
import { withDatabase } from './database.ts'
import { CommandError, print, readConfig } from './run.ts'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('create an organization with thirteen months of data; the service must be running')
    .option('--remove', 'delete the demo with all its data')
    .action(async ({ remove }: { remove?: boolean }) => {
      const config = readConfig()
      await withDatabase(config, 'demo', ({ db }) =>
        remove ? removed(removeDemo(db)) : make(config, db),
      )
    })
}

async function removed(removing: Promise<boolean>): Promise<void> {
  print((await removing) ? 'The demo was deleted.' : 'There is no demo.')
}

type Db = Parameters<typeof createDemo>[0]

async function make(config: Config, db: Db): Promise<void> {
  const origin = `http://127.0.0.1:${config.port}`
  await refuseWithoutService(origin)
  const demo = await createDemo(db, config.environment, new Date())
  const startedAt = performance.now()
  await fillNewDemo(db, demo, { origin, onProgress: showProgress, now: () => new Date() }).catch(
    (error) => {
      throw new CommandError(
        `The demo was not filled: ${error instanceof Error ? error.message : error}\nDelete the partial demo with demo --remove.`,
      )
    },
  )
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  print(`${config.publicUrl}/o/${demo.organization.slug}/home`)
  process.stderr.write(`Filled in ${seconds} seconds; demo --remove deletes it.\n`)
}

async function refuseWithoutService(origin: string): Promise<void> {
  const isReady = await fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReady) return
  throw new CommandError(
    `The service does not answer at ${origin}. Start it with npm start, and run this command again.`,
  )
}

const BAR_LENGTH = 30
const CLEAR_LINE = '\r\u001b[K'

/** Shows a progress bar on a terminal, otherwise one line for each step. */
function showProgress({ share, what }: Progress): void {
  const full = Math.round(share * BAR_LENGTH)
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)} ${what}`
  process.stderr.write(
    process.stderr.isTTY ? `${CLEAR_LINE}${bar}${share === 1 ? '\n' : ''}` : `${bar}\n`,
  )
}
