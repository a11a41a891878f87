import { OpenInferenceBatchSpanProcessor } from '@arizeai/openinference-vercel'
import { embed, generateText, jsonSchema, streamText, tool } from 'ai6'
import { createAnthropic } from 'anthropic3'
import { createOpenAI } from 'openai3'
import { aiSdkCases } from '../ai-sdk.mjs'

export function cases(collector) {
  return aiSdkCases(collector, {
    sdk: { embed, generateText, streamText, tool, jsonSchema },
    createOpenAI,
    createAnthropic,
    processor: (exporter) => new OpenInferenceBatchSpanProcessor({ exporter }),
  })
}
