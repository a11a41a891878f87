import { Type } from 'typebox'

export const LitellmPayloads = Type.Unsafe<object>({
  type: ['array', 'object'],
  title: 'LitellmPayloads',
  description:
    'What the generic callback of LiteLLM sends: a payload, a list of payloads, or one a line.',
  examples: [
    [
      {
        id: 'chatcmpl-4711',
        trace_id: 'session-12',
        call_type: 'acompletion',
        status: 'success',
        model: 'gpt-4o',
        custom_llm_provider: 'openai',
        prompt_tokens: 1200,
        completion_tokens: 350,
        response_cost: 0.0065,
        startTime: 1_773_576_000.5,
        endTime: 1_773_576_002.1,
        end_user: 'acme',
        metadata: { requester_metadata: { 'piecework.agent': 'support' } },
      },
    ],
  ],
})

const IngestRejection = Type.Object(
  {
    index: Type.Integer({ description: 'Index of the payload in the request.' }),
    error: Type.String(),
  },
  { title: 'IngestRejection', description: 'A payload that cannot be used.' },
)

export const LitellmAnswer = Type.Object(
  {
    accepted: Type.Integer({ description: 'Payloads that are kept, or were before.' }),
    ignored: Type.Integer({
      description: 'Failed calls and answers from the cache of LiteLLM, which cost nothing.',
    }),
    rejected: Type.Array(IngestRejection),
  },
  { title: 'LitellmAnswer', description: 'What became of each payload.' },
)

export const CloudEvents = Type.Unsafe<object>({
  type: ['array', 'object'],
  title: 'CloudEvents',
  description:
    'A CloudEvent, or a batch of them. `data` has the fields of a usage record. Defaults: ' +
    '`customerExternalId` is the subject, `usageDate` the time, and `idempotencyKey` the source ' +
    'with the id.',
  examples: [
    {
      specversion: '1.0',
      type: 'ticket-resolved',
      source: 'helpdesk',
      id: '4711',
      time: '2026-03-15T12:00:00Z',
      subject: 'acme',
      data: {
        agentCode: 'support-agent',
        signalName: 'ticket-resolved',
        model: 'gpt-4o',
        modelProvider: 'openai',
        inputTokens: 1200,
        outputTokens: 350,
      },
    },
  ],
})
