import { LegacyOpenTelemetry } from '@ai-sdk/otel'
import { embed, generateText, jsonSchema, registerTelemetry, streamText, tool } from 'ai7'
import { createAnthropic } from 'anthropic4'
import { createOpenAI } from 'openai4'
import { aiSdkCases } from '../ai-sdk.mjs'

export function cases(collector) {
  registerTelemetry(new LegacyOpenTelemetry())
  return aiSdkCases(collector, {
    sdk: { embed, generateText, streamText, tool, jsonSchema },
    createOpenAI,
    createAnthropic,
  })
}
