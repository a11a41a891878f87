import type { RecordingError } from './errors.ts'
import { type Guard, guardOf } from './guard/guard.ts'
import type { ApiPromise } from './http/api-promise.ts'
import { type ApiRequest, createHttp, type Http, type RequestOptions } from './http/http.ts'
import type { CsvPath, Query } from './operation-types.ts'
import { flushAtExit } from './recording/at-exit.ts'
import type { Stored } from './recording/batch-answer.ts'
import type { RecordingCounts } from './recording/counts.ts'
import type { RecordingOptions } from './recording/options.ts'
import { recordNow } from './recording/record-now.ts'
import { Recorder } from './recording/recorder.ts'
import { sendBatch } from './recording/send-batch.ts'
import { recordingSettings } from './recording/settings.ts'
import { type Resources, resourcesOf } from './resources.ts'
import { type Job, type RunOptions, run } from './run.ts'
import { type Connection, type ConnectionOptions, connectionOf } from './settings.ts'
import type { UsageRecord } from './usage-record.ts'
import { unwrapWebhook } from './webhooks/unwrap.ts'

export type PieceworkOptions = ConnectionOptions & {
  /** If true, `record` sends in the background and never throws; true by default. */
  fireAndForget?: boolean | undefined
  recording?: RecordingOptions | undefined
}

const CLOSE_TIMEOUT = 10_000
const DONE = Promise.resolve()

type CsvRequest<Path extends CsvPath> = RequestOptions & {
  path?: Record<string, string> | undefined
  query?: Query<Path> | undefined
}

/** Client of the service for one API key. Create one per process and share it. */
export class Piecework implements Resources {
  readonly agents: Resources['agents']
  readonly analytics: Resources['analytics']
  readonly announcements: Resources['announcements']
  readonly attributionRules: Resources['attributionRules']
  readonly budgets: Resources['budgets']
  readonly costAllocations: Resources['costAllocations']
  readonly costRates: Resources['costRates']
  readonly coupons: Resources['coupons']
  readonly customers: Resources['customers']
  readonly discounts: Resources['discounts']
  readonly emails: Resources['emails']
  readonly events: Resources['events']
  readonly guard: Guard
  readonly ingest: Resources['ingest']
  readonly invoices: Resources['invoices']
  readonly ledger: Resources['ledger']
  readonly modelMappings: Resources['modelMappings']
  readonly organization: Resources['organization']
  readonly payments: Resources['payments']
  readonly portalSessions: Resources['portalSessions']
  readonly priceChanges: Resources['priceChanges']
  readonly pricingPlans: Resources['pricingPlans']
  readonly pricingStrategies: Resources['pricingStrategies']
  readonly rejections: Resources['rejections']
  readonly rejectionRequests: Resources['rejectionRequests']
  readonly repricingRuns: Resources['repricingRuns']
  readonly runs: Resources['runs']
  readonly services: Resources['services']
  readonly signals: Resources['signals']
  readonly subscriptions: Resources['subscriptions']
  readonly taxRates: Resources['taxRates']
  readonly testClock: Resources['testClock']
  readonly usage: Resources['usage']
  readonly webhookEndpoints: Resources['webhookEndpoints']
  /** Verifies webhooks; `unwrapWebhook` does the same without an API key. */
  readonly webhooks = { unwrap: unwrapWebhook }
  readonly #connection: Connection
  readonly #http: Http
  readonly #recorder: Recorder
  readonly #isBackground: boolean
  readonly #stayed: (() => void) | undefined

  constructor(options: PieceworkOptions = {}) {
    const { fireAndForget = true, recording = {} } = options
    const connection = connectionOf(options)
    this.#connection = connection
    this.#http = createHttp(connection)
    this.#isBackground = fireAndForget
    const settings = recordingSettings(recording, connection)
    this.#recorder = new Recorder(
      settings,
      (body, signal) => sendBatch(connection, body, signal),
      recording.onLost,
      connection.logger,
    )
    if (recording.flushAtExit) this.#stayed = flushAtExit(this.#recorder, CLOSE_TIMEOUT)
    const resources = resourcesOf(this.#http)
    this.agents = resources.agents
    this.analytics = resources.analytics
    this.announcements = resources.announcements
    this.attributionRules = resources.attributionRules
    this.budgets = resources.budgets
    this.costAllocations = resources.costAllocations
    this.costRates = resources.costRates
    this.coupons = resources.coupons
    this.customers = resources.customers
    this.discounts = resources.discounts
    this.emails = resources.emails
    this.events = resources.events
    this.guard = guardOf(resources.guard, {
      isStrict: !fireAndForget,
      reporting: {
        connection,
        stampUsageDate: settings.stampUsageDate,
        record: (event, job) => this.#record(event, job),
        onUnrecorded: (error) => this.#recorder.reportLost(error),
        onSwallowed: (error) => this.#recorder.warnOfLost(error),
        onStored: (stored) => this.#recorder.noteStored(stored),
        onWarnings: (texts) => this.#recorder.warn(texts),
      },
    })
    this.ingest = resources.ingest
    this.invoices = resources.invoices
    this.ledger = resources.ledger
    this.modelMappings = resources.modelMappings
    this.organization = resources.organization
    this.payments = resources.payments
    this.portalSessions = resources.portalSessions
    this.priceChanges = resources.priceChanges
    this.pricingPlans = resources.pricingPlans
    this.pricingStrategies = resources.pricingStrategies
    this.rejections = resources.rejections
    this.rejectionRequests = resources.rejectionRequests
    this.repricingRuns = resources.repricingRuns
    this.runs = resources.runs
    this.services = resources.services
    this.signals = resources.signals
    this.subscriptions = resources.subscriptions
    this.taxRates = resources.taxRates
    this.testClock = resources.testClock
    this.usage = resources.usage
    this.webhookEndpoints = resources.webhookEndpoints
  }

  /**
   * Records usage. In the background (the default) it costs the caller microseconds and never
   * throws; `recording.onLost` receives the records that could not be stored. With `fireAndForget:
   * false` it resolves when the record is stored, and throws a RecordingError otherwise.
   */
  record(record: UsageRecord): Promise<void> {
    return this.#record(record)
  }

  /** Runs a job and records one event with all services that it used, even if the job fails. */
  run<Result>(options: RunOptions, work: (job: Job) => Promise<Result> | Result): Promise<Result> {
    return run((event, job) => this.#record(event, job), options, work, {
      onWarnings: (texts) => this.#recorder.warn(texts),
      onSwallowed: (error) => this.#recorder.warnOfLost(error),
    })
  }

  #record(record: UsageRecord, job?: { result: unknown }): Promise<void> {
    if (!this.#isBackground) {
      const onUnrecorded = (error: RecordingError) => this.#recorder.reportLost(error)
      const onStored = (stored: Stored) => this.#recorder.noteStored(stored)
      return recordNow(this.#connection, record, { job, onUnrecorded, onStored })
    }
    this.#recorder.record(record)
    return DONE
  }

  /** Counts of the records so far, by outcome: those of `record`, `run` and `guard.run`. */
  get counts(): RecordingCounts {
    return this.#recorder.counts
  }

  /**
   * Sends the records held so far. Returns true once all of them are stored or reported as lost.
   * Returns false after the timeout; sending then continues in the background.
   */
  flush({ timeout }: { timeout?: number | undefined } = {}): Promise<boolean> {
    return this.#recorder.flush(timeout)
  }

  /**
   * Sends the records held so far and reports the rest to `onLost` after the timeout. The client
   * records nothing afterwards.
   */
  async close({
    timeout = CLOSE_TIMEOUT,
  }: {
    timeout?: number | undefined
  } = {}): Promise<boolean> {
    const isDone = await this.#recorder.close(timeout)
    this.#stayed?.()
    return isDone
  }

  /** Returns a list or an analysis as CSV, with all rows that match the filters. */
  csv<Path extends CsvPath>(path: Path, request: CsvRequest<Path> = {}): ApiPromise<string> {
    // The ids of a path are checked when the path is filled in.
    return this.#http.csv(path, request as never)
  }

  /** Sends a request for an operation that has no method here, such as one of a newer service. */
  request<Data = unknown>(request: ApiRequest): ApiPromise<Data> {
    return this.#http.request(request)
  }
}
