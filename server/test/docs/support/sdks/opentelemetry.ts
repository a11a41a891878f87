/** The part of the packages of OpenTelemetry that the documentation uses: its types, without a tracer. */

type Span = { end: () => void }
type SpanOptions = { attributes: Record<string, string> }

function startActiveSpan<Result>(
  _name: string,
  _options: SpanOptions,
  work: (span: Span) => Result,
): Result {
  return work({ end: () => {} })
}

export const trace = { getTracer: (_name: string) => ({ startActiveSpan }) }

export class OpenAIInstrumentation {}

export class NodeSDK {
  readonly instrumentations: OpenAIInstrumentation[]

  constructor({ instrumentations }: { instrumentations: OpenAIInstrumentation[] }) {
    this.instrumentations = instrumentations
  }

  start(): void {}
  async shutdown(): Promise<void> {}
}
