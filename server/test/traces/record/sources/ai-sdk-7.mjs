import { OpenTelemetry } from '@ai-sdk/otel'
import { embed, generateText, jsonSchema, registerTelemetry, streamText, tool } from 'ai7'
import { createAnthropic } from 'anthropic4'
import { createGoogleGenerativeAI } from 'google4'
import { createOpenAI } from 'openai4'
import { aiSdkCases } from '../ai-sdk.mjs'

export function cases(collector) {
  registerTelemetry(new OpenTelemetry())
  return aiSdkCases(collector, {
    sdk: { embed, generateText, streamText, tool, jsonSchema },
    createOpenAI,
    createAnthropic,
    createGoogle: createGoogleGenerativeAI,
  })
}
