import { buildApp } from '../../server/src/app.ts'
import { parseConfig } from '../../server/src/config.ts'
import { createDependencies } from '../../server/src/dependencies.ts'
import type { Log } from '../../server/src/platform/log.ts'

/** Returns the OpenAPI document generated from the route schemas. */
export async function openApiDocument(url: string, log: Log): Promise<string> {
  const parsed = parseConfig({ RATE_LIMIT: '0' })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const { config } = parsed
  const dependencies = await createDependencies({ config, url, log, now: () => new Date() })
  const app = await buildApp(dependencies)
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  await dependencies.close()
  return document
}
