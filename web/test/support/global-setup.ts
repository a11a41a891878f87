import type { TestProject } from 'vitest/node'
import { cleanUpOnExit } from '../../../server/test/support/clean-up-on-exit.ts'
import setupPostgres from '../../../server/test/support/global-setup.ts'
import { startChromium } from './start-chromium.ts'

/** Starts one PostgreSQL and one browser for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres, browser] = await Promise.all([
    setupPostgres(project),
    startChromium({ fonts: 'package' }),
  ])
  const { pid } = browser.process()
  if (pid) cleanUpOnExit({ pid })
  project.provide('browserUrl', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await stopPostgres()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string
  }
}
