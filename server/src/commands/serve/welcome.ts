import type { Config } from '../../config.ts'
import type { FirstKeys } from '../../features/organizations/first-run.ts'

/**
 * Returns the text shown when the service runs: its address and, at the first start, how to use it.
 */
export function welcome({
  config,
  address,
  keys,
  setupToken,
}: {
  config: Config
  address: string
  keys: FirstKeys | undefined
  /** Present until the first user exists. */
  setupToken: string | undefined
}): string {
  const url = config.port === 0 ? address : config.publicUrl
  const lines = [
    '',
    `  Piecework is running (${config.environment})`,
    '',
    `    API            ${url}/v1`,
    `    API reference  ${url}/docs`,
    `    Data           ${config.databaseUrl === undefined ? config.dataDir : 'your PostgreSQL'}`,
    '',
  ]
  if (setupToken !== undefined) {
    lines.push(
      '  No one can sign in yet. Create the first owner and record a first event here:',
      '',
    )
    lines.push(`    ${url}/setup?token=${setupToken}`, '')
  }
  if (keys) lines.push(...firstKeys(keys))
  else {
    lines.push('  Keys: npm run -s piecework -- keys list, or keys create --type secret', '')
  }
  return lines.join('\n')
}

function firstKeys({ secretKey, publishableKey }: FirstKeys): string[] {
  return [
    '  Your first keys. They are shown only once:',
    '',
    `    secret         ${secretKey}`,
    `    publishable    ${publishableKey}`,
    '',
  ]
}
