import { InvalidArgumentError } from 'commander'
import { NAME } from '../platform/http/text-patterns.ts'

const ONE_NAME = new RegExp(NAME, 'u')

/** Validates a name from the command line by the rule of the API. */
export function nameArgument(text: string): string {
  if (ONE_NAME.test(text)) return text
  throw new InvalidArgumentError('It must be text on one line, without control characters.')
}
