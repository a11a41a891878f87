import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import { commandAs } from '../cluster/identity.ts'
import { openServerLog, readServerLog, serverLogIn } from './server-log.ts'
import { type Settings, settingArguments } from './settings.ts'
import { signalProcess, stopProcess } from './stop-process.ts'

/** A running PostgreSQL server, or one that has ended. */
export type Postmaster = {
  pid: number
  /** Undefined while it runs, then its exit code or signal. */
  ending(): string | undefined
  ended: Promise<string>
  /** The last lines that this server wrote. */
  lastLines(): string
}

/**
 * Starts the server in its own process group. Ctrl-C in a terminal signals the whole foreground
 * group, but the database must outlive the requests in progress.
 */
export async function spawnPostmaster(
  cluster: Cluster,
  port: number,
  settings: Settings,
): Promise<Postmaster> {
  const command = commandAs(cluster.identity, cluster.programs.postgres, [
    '-D',
    cluster.directory,
    ...settingArguments(settings, port),
  ])
  const path = serverLogIn(cluster.dataDir)
  const { descriptor, since } = openServerLog(path)
  const child = spawn(command.program, command.arguments, {
    ...command.options,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  const { pid } = child
  if (pid === undefined) {
    throw await new Promise<Error>((resolve) => child.once('error', resolve))
  }
  // If this process exits without stop(), for example after an uncaught error, the server ends too.
  const cleanUpOnExit = () => signalProcess(pid, 'SIGINT')
  process.once('exit', cleanUpOnExit)
  let ending: string | undefined
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', cleanUpOnExit)
      ending = signal ?? `exit code ${code}`
      resolve(ending)
    })
  })
  return { pid, ending: () => ending, ended, lastLines: () => readServerLog(path, since) }
}

/** Stops the server. `smart` waits without limit until all other clients disconnect. */
export async function stopPostmaster(postmaster: Postmaster, smart = false): Promise<void> {
  if (postmaster.ending() !== undefined) return
  if (smart) {
    signalProcess(postmaster.pid, 'SIGTERM')
    await postmaster.ended
    return
  }
  await stopProcess(postmaster.pid, async (milliseconds) => {
    const timer = new AbortController()
    const patience = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([postmaster.ended, patience])
    timer.abort()
    return postmaster.ending() !== undefined
  })
}
