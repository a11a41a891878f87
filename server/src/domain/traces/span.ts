/** A value of an attribute, as OpenTelemetry has them. Bytes are base64 text; integers beyond 2^53 are text. */
export type AttributeValue =
  | string
  | number
  | boolean
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue }

export type Attributes = { readonly [name: string]: AttributeValue }

/** A span as a source sent it. */
export type SourceSpan = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  parentSpanId?: string
  name: string
  /** OpenTelemetry's number of the kind; 3 is a client. */
  kind?: number
  /** Absent: the source sent no time that can be. */
  startedAt?: Date
  endedAt?: Date
  attributes: Attributes
  resource: Attributes
  /** Name of the instrumentation library. */
  scopeName?: string
  events: readonly { name: string; attributes: Attributes }[]
  isError: boolean
}

/** A log record as a source sent it. */
export type SourceLog = {
  traceId?: string
  spanId?: string
  /** Absent: the source sent no time that can be. */
  at?: Date
  /** The name of the event, from its field or, in older versions, from its attribute. */
  eventName?: string
  body?: AttributeValue
  attributes: Attributes
  resource: Attributes
  scopeName?: string
}

/** One use of a model, in the fields of a usage record. Tokens are whole numbers from 0. */
export type Usage = {
  model: string
  /** Provider name as in the catalog. Absent: the source does not say it. */
  modelProvider?: string
  /** All tokens of the prompt, including those read from and written to a cache. */
  inputTokens: number
  /** All tokens of the completion, including those of reasoning. */
  outputTokens: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  /** The part of cacheWriteTokens that is kept for one hour. */
  cacheWrite1hTokens?: number
  serviceTier?: string
  /** Decimal text of USD, as the source computed it. Never used in place of the cost. */
  reportedCostUsd?: string
}

/** What the attributes of a span or log record say about the work. */
export type Identity = {
  /** From attributes that are made for it (`piecework.customer`, …). They win over rules. */
  customer?: string
  agent?: string
  signal?: string
  /** Whole number from 0; billing units of the signal. */
  quantity?: number
  /** What shows that the outcome holds. */
  evidenceUrl?: string
  evidence?: string
  /** Id of the run, where it is not the trace: the session of a log record. */
  run?: string
  /** Id of the call at its source, by which a repetition of a log record is recognized. */
  call?: string
  /** Idempotency key of the record of a call, where its source has a permanent id. */
  key?: string
  /** From attributes that merely suggest it (`gen_ai.agent.name`, `enduser.id`, …). Rules win over them. */
  fallback: {
    customer?: string
    agent?: string
    /** The name of the program, which is the agent if nothing else names one. */
    service?: string
  }
}

/** What one span or log record contributes. */
export type Reading = {
  /** Undefined: it is no use of a model, or lacks its name or tokens; a warning says which. */
  usage?: Usage
  identity: Identity
  /** Sentences for the operator, such as an attribute with a value that cannot be. */
  warnings: readonly string[]
}
