import { setTimeout as sleep } from 'node:timers/promises'
import { planFirstStartKills } from './plan.ts'
import { type Program, runCommand, startProgram, waitUntilReady } from './program.ts'
import { createRandom } from './random.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'
import type { Traffic } from './traffic.ts'
import { within } from './within.ts'

const KEYS_SHOWN_WITHIN_MS = 30_000
const NONE = { server: 0, postmaster: 0, backend: 0, restart: 0, stop: 0 }

/** Starts the program on an empty folder; optionally kills it a few times during the start. */
export async function startService<T extends Traffic>(
  site: Site,
  { seed, killsFirstStart }: { seed: number; killsFirstStart: boolean },
  createTraffic: (access: { url: string; key: string; serverLog: string }) => T,
): Promise<Service<T>> {
  const random = createRandom(seed, 'faults')
  const moments = killsFirstStart ? planFirstStartKills(random) : []
  for (const afterMs of moments) {
    const doomed = startProgram(site)
    await sleep(afterMs)
    doomed.signal('SIGKILL')
    const ending = await doomed.ended
    if (ending !== 'SIGKILL') throw new Error(`The first start ended with ${ending}`)
  }
  const program = startProgram(site)
  try {
    await waitUntilReady(site, program)
    const key = await findKey(site, program, moments.length > 0)
    return {
      site,
      client: createTraffic({ url: site.url, key, serverLog: site.serverLog }),
      random,
      program,
      firstStartKills: moments.length,
      kills: { ...NONE },
      recoveryMs: { ...NONE },
      longestStopMs: 0,
      isLost: false,
    }
  } catch (error) {
    program.signal('SIGKILL')
    await program.ended
    throw error
  }
}

/**
 * Returns the first key. A kill can come after the first keys were created and before they were
 * shown; a new one is created then.
 */
async function findKey(site: Site, program: Program, mayBeLost: boolean): Promise<string> {
  const shown = await within(mayBeLost ? 500 : KEYS_SHOWN_WITHIN_MS, () => {
    return /secret\s+(pw_sk_\S+)/.exec(program.output())?.[1]
  })
  if (shown !== undefined) return shown
  if (!mayBeLost) throw new Error(`The first start showed no keys:\n${program.output()}`)
  const output = await runCommand(site, ['keys', 'create', '--type', 'secret'])
  return output.trim().split('\n').at(-1) ?? ''
}
