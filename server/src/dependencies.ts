import { join } from 'node:path'
import type { Deps } from './app.ts'
import type { Config } from './config.ts'
import { AGENT_IDS, createAgentDirectory } from './features/agents/service.ts'
import { createAuditLog } from './features/audit-log/service.ts'
import { API_KEYS, createAuthenticator } from './features/auth/authenticator.ts'
import { CATALOG, createCatalog } from './features/catalog/catalog.ts'
import { CLOCKS, createBusinessClock } from './features/clock/business-clock.ts'
import { createAlertWatch } from './features/control/alerts/watch.ts'
import { startDueTopUps } from './features/control/auto-top-ups/start-due.ts'
import { createAutoTopUpWatch } from './features/control/auto-top-ups/watch.ts'
import {
  BUDGETS,
  createActiveBudgets,
  createBudgetOrganizations,
} from './features/control/budgets/active-budgets.ts'
import { createReadDecidingCredit } from './features/control/credit/deciding-credit.ts'
import { createAccounts } from './features/control/guard/accounts.ts'
import { createGuard } from './features/control/guard/guard-lane.ts'
import { createReadRevenue } from './features/control/revenue/read-revenue.ts'
import { createBillingPeriods } from './features/control/state/billing-periods.ts'
import { topUpUrl } from './features/control/top-up-url.ts'
import {
  CREDIT_ORGANIZATIONS,
  createCreditOrganizations,
} from './features/credit-balances/organizations.ts'
import { CUSTOMER_IDS, createCustomerDirectory } from './features/customers/service.ts'
import { mailAttachments } from './features/delivery/documents/mail/attachments.ts'
import { createPdfRenderer } from './features/delivery/documents/pdf/pdf.ts'
import { QUEUED_EMAILS } from './features/emails/queue.ts'
import { createOrganizationTurns } from './features/events/organization-turns.ts'
import { createHoldOrganizations, HOLD_ORGANIZATIONS } from './features/holds/organizations.ts'
import { addOperationMetrics } from './features/operation/metrics.ts'
import { createOutboxBells } from './features/outbox/lanes.ts'
import { OUTBOX_TASKS } from './features/outbox/outbox.ts'
import {
  AUTO_TOP_UPS,
  createAutoTopUpCustomers,
} from './features/payments/auto-top-ups/active-customers.ts'
import { askForCharge } from './features/payments/charges/collect.ts'
import { createPaymentProvider } from './features/payments/provider/create-provider.ts'
import { createVisitorFinder } from './features/portal-sessions/find-visitor.ts'
import { createPersonFinder } from './features/sessions/find-person.ts'
import { createSignIn } from './features/sessions/sign-in.ts'
import { createSignalDirectory, SIGNAL_IDS } from './features/signals/service.ts'
import {
  createSettlementWindows,
  SETTLEMENT_WINDOWS,
} from './features/signals/settlement-windows.ts'
import { countUncostedEvents, shareOfUncosted } from './features/usage/backfill/uncosted-events.ts'
import { createCostRows } from './features/usage/ingest/cost-rows.ts'
import { createIngestion, INGESTION_CONNECTIONS } from './features/usage/ingest/ingestion.ts'
import { createNodeRanges } from './features/usage/ingest/node-ranges.ts'
import { insertRejectedRecords } from './features/usage/rejected-records.ts'
import { createUsageMetrics } from './features/usage/usage-metrics.ts'
import { WEBHOOK_DELIVERIES } from './features/webhooks/announcements/append.ts'
import { urlRulesOf } from './features/webhooks/endpoints/url.ts'
import { createWebhookMetrics } from './features/webhooks/sending/metrics.ts'
import { jobSchedule } from './job-schedule.ts'
import { createBell } from './platform/bell.ts'
import { type CacheTopic, listenForChanges } from './platform/cache-events.ts'
import { createCircuitBreaker } from './platform/circuit-breaker.ts'
import {
  type ConnectionLimits,
  decisionLimits,
  SHORT_LIMITS,
} from './platform/database/connection-limits.ts'
import { openDatabase } from './platform/database.ts'
import { addPoolMetrics, createRegistry } from './platform/http/health/metrics.ts'
import { createGuessLimit } from './platform/http/limits/guess-limit.ts'
import { readBuiltPages } from './platform/http/pages/built-pages.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createSealer } from './platform/program/seal.ts'
import { loadSecret } from './platform/program/secret.ts'

const PAGES = join(import.meta.dirname, '../../web/dist')

/** Pause after the mail server failed to respond, before one email tries it again. */
const MAIL_PAUSE_MS = 30_000

export type Dependencies = Deps & {
  /** Flushes what is still in memory and closes every connection. */
  close: () => Promise<void>
}

/** For the look-ups that every usage request waits for. */
const LOOKUP_CONNECTIONS = 3
/** For what of budgets is used after commits, and for revenue. No decision holds one. */
const BUDGET_CONNECTIONS = 3
/** For decisions about runs, and for checks and reads of budgets. */
const DECISION_CONNECTIONS = 8

type Options = {
  config: Config
  url: string
  log: Log
  now: () => Date
  /** Aborted when the process receives a stop signal. */
  stopping?: AbortSignal
}

type OpenOptions = { limits?: ConnectionLimits }

/** Creates the dependencies of the service on a migrated database and keeps its caches fresh. */
export async function createDependencies(options: Options): Promise<Dependencies> {
  const opened = new AsyncDisposableStack()
  const close = () => opened.disposeAsync()
  try {
    return { ...(await build(options, opened)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Builds the dependencies and registers their clean-up in `opened`, in order of creation. After a
 * failure, `opened` holds the resources created so far.
 */
async function build(
  { config: settings, url, log, now, stopping }: Options,
  opened: AsyncDisposableStack,
): Promise<Deps> {
  const config = { ...settings, secret: await loadSecret(settings) }
  const open = (poolSize: number, options: OpenOptions = {}) => {
    const database = openDatabase({
      ...options,
      url,
      poolSize,
      onIdleError: (error) => log.warn({ err: error }, 'lost a database connection'),
    })
    opened.defer(database.close)
    return database
  }
  const { db, pool } = open(config.databasePoolSize)
  // Separate connections: usage is still looked up and written while requests occupy the main pool.
  // A request that holds a connection can also wait for a cache refresh without deadlock.
  const limits = SHORT_LIMITS
  const ingestionDatabase = open(INGESTION_CONNECTIONS, { limits })
  const lookups = open(LOOKUP_CONNECTIONS, { limits }).db
  const cacheDatabase = open(1)
  const registry = createRegistry()
  addPoolMetrics(registry, pool)
  const catalog = await createCatalog(cacheDatabase.db)
  const clock = await createBusinessClock(cacheDatabase.db, now)
  const directories = {
    customers: createCustomerDirectory(lookups, clock.moment),
    agents: createAgentDirectory(lookups, now),
    signals: createSignalDirectory(lookups, now),
  }
  const authenticator = createAuthenticator(lookups, config.environment, now)
  const people = createPersonFinder(db, config, now)
  const visitors = createVisitorFinder(db, config, now)
  const auditLog = createAuditLog(open(1, { limits }).pool, log)
  opened.defer(auditLog.close)
  const usageMetrics = createUsageMetrics(registry, {
    waiting: () => ingestion.waiting(),
    uncosted: () => countUncostedEvents(db),
    uncostedShare: () => shareOfUncosted(db, now()),
    now,
  })
  const nodeRanges = await createNodeRanges(pool, log)
  opened.defer(nodeRanges.close)
  const holdOrganizations = await createHoldOrganizations(cacheDatabase.db)
  const settlementWindows = await createSettlementWindows(cacheDatabase.db)
  const ingestion = createIngestion({
    pool: ingestionDatabase.pool,
    nodeRanges: nodeRanges.current,
    log,
    queueLimit: config.ingestQueueLimit,
    costRows: createCostRows(catalog),
    hasHolds: holdOrganizations.has,
    onCommit: usageMetrics.countCommit,
    onStored: (rows, isNew) => {
      alertWatch.noteUsage(rows, isNew)
      autoTopUpWatch.note(rows)
    },
  })
  const decisions = open(DECISION_CONNECTIONS, { limits: decisionLimits(config.guardTimeoutMs) })
  const activeBudgets = createActiveBudgets(lookups)
  const budgetReads = open(BUDGET_CONNECTIONS, { limits })
  const budgetDeps = {
    budgetsOf: activeBudgets.of,
    billingPeriods: createBillingPeriods(lookups),
    readRevenue: createReadRevenue(budgetReads.db),
    readDecidingCredit: createReadDecidingCredit(budgetReads.db),
  }
  const budgetOrganizations = await createBudgetOrganizations(cacheDatabase.db)
  const creditOrganizations = await createCreditOrganizations(cacheDatabase.db)
  const alertDeps = {
    ...budgetDeps,
    db: budgetReads.db,
    pool: budgetReads.pool,
    clock,
    hasCredit: creditOrganizations.has,
    creditOrganizations: creditOrganizations.all,
  }
  const isWatched = (id: string) => budgetOrganizations.has(id) || creditOrganizations.has(id)
  const alertWatch = createAlertWatch({ ...alertDeps, isWatched, log })
  opened.defer(alertWatch.close)
  const payments = await createPaymentProvider(config, now)
  const autoTopUpCustomers = await createAutoTopUpCustomers(cacheDatabase.db)
  const autoTopUpDeps = { config, db, log, clock, now, payments, alertDeps }
  const autoTopUpWatch = createAutoTopUpWatch({
    isActive: autoTopUpCustomers.has,
    check: (customer) =>
      startDueTopUps(autoTopUpDeps, customer, clock.moment(customer.organizationId)),
    charge: async (order) => payments && askForCharge(autoTopUpDeps, payments, order),
    log,
  })
  opened.defer(autoTopUpWatch.close)
  // Closed before the watches, which hear of the last commits.
  opened.defer(ingestion.close)
  const accounts = createAccounts({ db: lookups, holdOrganizations, now })
  const guard = createGuard({
    ...budgetDeps,
    withinMs: config.guardTimeoutMs,
    accounts,
    onDecided: alertWatch.noteDecisions,
    onHeld: autoTopUpWatch.note,
    pool: decisions.pool,
    log,
    clock,
    now,
  })
  const mailBell = createBell()
  const pdf = createPdfRenderer()
  opened.defer(pdf.close)
  const outboxBells = createOutboxBells()
  const webhookBell = createBell()
  const mailBreaker = createCircuitBreaker(MAIL_PAUSE_MS)
  const periodicJobs = jobSchedule({ config }).map(({ task }) => task)
  addOperationMetrics(registry, { db, mailBreaker, periodicJobs, now })
  const listening: [CacheTopic, () => void | Promise<void>][] = [
    [API_KEYS, () => authenticator.forget()],
    [CUSTOMER_IDS, () => directories.customers.forget()],
    [AGENT_IDS, () => directories.agents.forget()],
    [SIGNAL_IDS, () => directories.signals.forget()],
    [SETTLEMENT_WINDOWS, () => settlementWindows.refresh()],
    [QUEUED_EMAILS, () => mailBell.ring()],
    [OUTBOX_TASKS, () => outboxBells.ring()],
    [WEBHOOK_DELIVERIES, () => webhookBell.ring()],
    [CLOCKS, () => clock.refresh()],
    [CATALOG, () => catalog.refresh()],
    [
      BUDGETS,
      async () => {
        activeBudgets.forget()
        alertWatch.forget()
        await budgetOrganizations.refresh()
      },
    ],
    [HOLD_ORGANIZATIONS, () => holdOrganizations.refresh()],
    [AUTO_TOP_UPS, () => autoTopUpCustomers.refresh()],
    [
      CREDIT_ORGANIZATIONS,
      async () => {
        alertWatch.forget()
        await creditOrganizations.refresh()
      },
    ],
  ]
  const listener = await listenForChanges(url, {
    log,
    onChange: async (name) => {
      const told =
        name === undefined ? listening : listening.filter(([thing]) => thing.name === name)
      await Promise.all(told.map(([, hear]) => hear()))
    },
  })
  opened.defer(listener.close)
  const mailer = createMailer(config)
  const signIn = createSignIn({ db, config, mailer, log, now })
  opened.defer(signIn.close)
  return {
    config,
    log,
    db,
    pool,
    registry,
    authenticator,
    people,
    visitors,
    signIn,
    guessLimit: createGuessLimit(now),
    auditLog,
    catalog,
    mappingTurns: createOrganizationTurns({ atOnce: 2 }),
    correctionTurns: createOrganizationTurns({ atOnce: 4 }),
    usage: {
      log,
      directories,
      findPrices: catalog.findPricesFor,
      settlementDaysOf: settlementWindows.daysOf,
      ingestion,
      insertRejectedRecords: (organizationId, records, at) =>
        insertRejectedRecords(lookups, organizationId, records, at),
    },
    guardService: {
      ...budgetDeps,
      db,
      pool: decisions.pool,
      guard,
      directories,
      findPrices: catalog.findPricesFor,
      topUpUrl: topUpUrl(config),
    },
    alertDeps,
    hasHolds: holdOrganizations.has,
    settlementWindows,
    usageMetrics,
    isStopping: () => stopping?.aborted === true,
    findObstacle: () =>
      ingestion.isStuck() ? 'Usage records wait for the database to answer' : undefined,
    mailer,
    mailBreaker,
    attachmentsOf: (email) => mailAttachments({ db, config, pdf }, email),
    mailBell,
    pdf,
    outboxBells,
    webhookBell,
    webhookMetrics: createWebhookMetrics(registry),
    sealer: createSealer(config.secret),
    urlRules: urlRulesOf(config),
    payments,
    pages: await readBuiltPages(PAGES),
    clock,
    now,
  }
}
