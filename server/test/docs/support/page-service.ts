import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorker } from '../../../src/worker.ts'
import { createTestApp } from '../../support/app.ts'
import { cleanUpOnExit } from '../../support/clean-up-on-exit.ts'
import { openShell } from './shell.ts'

/** Starts the service as after its first start, with an empty organization, and a shell. */
export async function openPageService() {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-docs-'))
  cleanUpOnExit({ folder })
  const dataDir = join(folder, 'data')
  const t = await createTestApp({ config: { dataDir } })
  const worker = await startWorker(t.dependencies)
  const address = new URL(await t.app.listen({ host: '127.0.0.1', port: 0 }))
  const env = {
    DATABASE_URL: t.database.url,
    DATA_DIR: dataDir,
    PIECEWORK_SECRET: t.config.secret,
    LOG_LEVEL: 'error',
  }
  const shell = await openShell({ folder, port: Number(address.port), env })
  return {
    ...t,
    folder,
    url: address.origin,
    shell,
    /** Replaces the placeholders that a reader fills in. */
    filledIn: (block: string) =>
      block
        .replaceAll('YOUR_SECRET_KEY', t.organization.secretKey)
        .replaceAll('YOUR_PUBLISHABLE_KEY', t.organization.publishableKey),
    close: async () => {
      await shell.close()
      await worker.stop()
      await t.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type PageService = Awaited<ReturnType<typeof openPageService>>
