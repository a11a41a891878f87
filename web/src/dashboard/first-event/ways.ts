import { type Language, recordCommand } from './commands.ts'
import { claudeCode, codex, litellm, openTelemetry } from './exporters.ts'
import type { Target } from './target.ts'

/** Ways in which an agent sends its usage. The first one needs no agent. */
export const WAYS = [
  'curl',
  'OpenTelemetry',
  'Claude Code',
  'Codex',
  'LiteLLM',
  'Node',
  'Python',
] as const
export type Way = (typeof WAYS)[number]

/** Ways that send traces, logs or calls, which become runs. */
export const WAYS_OF_RUNS: readonly Way[] = ['OpenTelemetry', 'Claude Code', 'Codex', 'LiteLLM']

type Described = {
  /** Where the block is pasted, and what happens then. */
  about: string
  /** The guide and its section. */
  guide: string
  block: (target: Target) => string
}

const command = (language: Language) => (target: Target) => recordCommand(language, target)

export const DESCRIBED: Readonly<Record<Way, Described>> = {
  curl: {
    about: 'Paste this into a terminal. It records one event without an agent.',
    guide: 'quickstart',
    block: command('curl'),
  },
  OpenTelemetry: {
    about:
      'Set these variables where your agent runs, and start it. Its model calls must be traced, for example by the AI SDK, OpenInference or OpenLLMetry.',
    guide: 'traces#opentelemetry',
    block: openTelemetry,
  },
  'Claude Code': {
    about:
      'Paste this into a terminal and work as usual. Replace acme with the customer that the work is for.',
    guide: 'traces#claude-code',
    block: claudeCode,
  },
  Codex: {
    about:
      'Paste this into a terminal, then use Codex as usual. If its configuration has a section [otel] already, change that one instead.',
    guide: 'traces#codex',
    block: codex,
  },
  LiteLLM: {
    about: 'Add this to the configuration of the LiteLLM proxy, and restart it.',
    guide: 'traces#litellm',
    block: litellm,
  },
  Node: {
    about:
      'Paste this into a terminal in a checkout of Piecework. It builds the Node client and records one event.',
    guide: 'node-client',
    block: command('Node'),
  },
  Python: {
    about:
      'Paste this into a terminal in a checkout of Piecework. It records one event with the Python client.',
    guide: 'python-client',
    block: command('Python'),
  },
}
