import { type Command, Option } from 'commander'
import { ANNOUNCEMENT_TYPES } from '../features/webhooks/types/types.ts'
import { CommandError, print } from './run.ts'
import { stopSignal } from './signals.ts'
import { listen } from './webhooks/listen.ts'

type Options = { forward: string; type?: string[]; secret?: string; apiKey?: string; url: string }

export function addWebhookCommands(program: Command): void {
  program
    .command('webhooks')
    .description('receive announcements during development')
    .command('listen')
    .description('post announcements, signed, to an address that only this machine reaches')
    .requiredOption('--forward <url>', 'where to post them, such as http://localhost:3000/webhooks')
    .addOption(new Option('--type <type...>', 'only these types').choices([...ANNOUNCEMENT_TYPES]))
    .addOption(
      new Option('--secret <secret>', 'sign with this secret; a new one is printed otherwise').env(
        'PIECEWORK_WEBHOOK_SECRET',
      ),
    )
    .addOption(new Option('--api-key <key>', 'a secret key').env('PIECEWORK_API_KEY'))
    .addOption(
      new Option('--url <url>', 'the service')
        .env('PIECEWORK_BASE_URL')
        .default('http://127.0.0.1:8080'),
    )
    .action(listenTo)
}

async function listenTo({ forward, type, secret, apiKey, url }: Options): Promise<void> {
  if (!apiKey) throw new CommandError('Set PIECEWORK_API_KEY to a secret key, or pass --api-key')
  for (const [name, value] of Object.entries({ '--forward': forward, '--url': url })) {
    if (!/^https?:/.test(value) || !URL.canParse(value)) {
      throw new CommandError(`${name} must be an http or https URL, not "${value}"`)
    }
  }
  const signal = stopSignal()
  await listen({ url, apiKey, forward, types: type, secret, signal, print })
}
