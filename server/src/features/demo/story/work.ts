/** A model or service call of a job, averaged per unit of its signal. */
export type Call = {
  model: string
  modelProvider: string
  inputTokens?: number
  outputTokens?: number
  /** The share of input tokens that is read from the provider's cache. */
  cached?: number
  /** Units of a service other than a language model. */
  quantity?: number
}

export type Signal = {
  shortName: string
  name: string
  /** Average number of units in one job; each job is one event. */
  units: number
  calls: readonly Call[]
}

export type Agent = { agentCode: string; name: string; description: string; signals: Signal[] }

/** The three agents, with their work and the models they use. */
export const AGENTS: readonly Agent[] = [
  {
    agentCode: 'support-desk',
    name: 'Support desk',
    description: 'Answers tickets and calls',
    signals: [
      {
        shortName: 'ticket-resolved',
        name: 'Tickets resolved',
        units: 1,
        calls: [
          {
            model: 'gpt-5-mini',
            modelProvider: 'openai',
            inputTokens: 20_000,
            outputTokens: 2_000,
          },
          {
            model: 'claude-sonnet-4-5',
            modelProvider: 'anthropic',
            inputTokens: 90_000,
            outputTokens: 5_000,
            cached: 0.6,
          },
        ],
      },
      {
        shortName: 'call-answered',
        name: 'Calls answered',
        units: 1,
        calls: [
          {
            model: 'gpt-4o-mini',
            modelProvider: 'openai',
            inputTokens: 9_000,
            outputTokens: 1_200,
          },
          { model: 'azure-speech-stt', modelProvider: 'azure', quantity: 240 },
        ],
      },
    ],
  },
  {
    agentCode: 'document-reader',
    name: 'Document reader',
    description: 'Reads invoices, contracts and forms',
    signals: [
      {
        shortName: 'page-read',
        name: 'Pages read',
        units: 24,
        calls: [
          { model: 'aws-textract-text', modelProvider: 'aws', quantity: 1 },
          {
            model: 'gemini-2.5-flash',
            modelProvider: 'google',
            inputTokens: 6_000,
            outputTokens: 1_500,
          },
        ],
      },
      {
        shortName: 'contract-reviewed',
        name: 'Contracts reviewed',
        units: 1,
        calls: [
          {
            model: 'claude-opus-4-1',
            modelProvider: 'anthropic',
            inputTokens: 120_000,
            outputTokens: 9_000,
            cached: 0.3,
          },
        ],
      },
    ],
  },
  {
    agentCode: 'sales-researcher',
    name: 'Sales researcher',
    description: 'Researches companies and books meetings',
    signals: [
      {
        shortName: 'lead-researched',
        name: 'Leads researched',
        units: 3,
        calls: [
          { model: 'gpt-5', modelProvider: 'openai', inputTokens: 120_000, outputTokens: 8_000 },
          { model: 'anthropic-web-search-tool', modelProvider: 'anthropic', quantity: 4 },
        ],
      },
      {
        shortName: 'meeting-booked',
        name: 'Meetings booked',
        units: 1,
        calls: [
          { model: 'gpt-4.1', modelProvider: 'openai', inputTokens: 200_000, outputTokens: 20_000 },
        ],
      },
    ],
  },
]

/** A custom model without a published price, whose events wait for a mapping. */
export const UNKNOWN_MODEL = { model: 'support-tuned-8b', modelProvider: 'in-house' } as const
