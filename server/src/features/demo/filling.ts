import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { findDemo } from '../organizations/demo.ts'
import type { Demo } from './schemas.ts'
import { fillNewDemo, type NewDemo, removeDemo } from './service.ts'

/**
 * Manages the demo that this process fills, if any. Filling outlives the request that started it.
 */
export type DemoFilling = {
  begin: (demo: NewDemo, origin: string) => void
  read: () => Promise<Demo>
  /** Stops the filling, then deletes the demo. Resolves with false when there is none. */
  remove: () => Promise<boolean>
  close: () => Promise<void>
}

type FillingDeps = { db: Db; log: Log; now: () => Date }

type State = { id: string; progress: Demo['progress']; problem: string | null }

export function createDemoFilling({ db, log, now }: FillingDeps): DemoFilling {
  let state: State | undefined
  let stopping = new AbortController()
  let filling: Promise<void> = Promise.resolve()

  async function fill(demo: NewDemo, origin: string): Promise<void> {
    const { id } = demo.organization
    const { signal } = stopping
    state = { id, progress: { share: 0, what: '' }, problem: null }
    try {
      await fillNewDemo(db, demo, {
        origin,
        signal,
        now,
        onProgress: (progress) => {
          state = { id, progress, problem: null }
        },
      })
      state = undefined
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, organizationId: id }, 'a demo was not filled')
      state = {
        id,
        progress: null,
        problem: error instanceof Error ? error.message : String(error),
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await filling
    stopping = new AbortController()
  }

  return {
    begin: (demo, origin) => {
      filling = fill(demo, origin)
    },
    read: async () => {
      const demo = await findDemo(db)
      if (!demo) return { organization: null, progress: null, problem: null }
      const { id, name, slug, createdAt } = demo
      const own = state?.id === id ? state : undefined
      return {
        organization: { id, name, slug, state: demo.demo, createdAt: createdAt.toISOString() },
        progress: own?.progress ?? null,
        problem: own?.problem ?? null,
      }
    },
    remove: async () => {
      await stop()
      return removeDemo(db)
    },
    close: stop,
  }
}
