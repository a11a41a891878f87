import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { advanceOf } from './clock-round/advance-clock.ts'
import { timelineOf } from './clock-round/timeline.ts'
import type { ServiceConfig } from './config.ts'
import { agentRoutes } from './features/agents/routes.ts'
import { priceRecords } from './features/analytics/estimate/price-records.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { addAuditLog } from './features/audit-log/hook.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import type { AuditLog } from './features/audit-log/service.ts'
import { addAuthentication } from './features/auth/authentication.ts'
import type { Authenticator } from './features/auth/authenticator.ts'
import {
  describeCallers,
  refusalsOfCallers,
  SECURITY_SCHEMES,
} from './features/auth/describe-callers.ts'
import { apiKeyRoutes } from './features/auth/keys/routes.ts'
import { addOriginCheck } from './features/auth/origin.ts'
import type { PersonFinder } from './features/auth/person-finder.ts'
import { actorText, callerOf, isAuthenticated, organizationOf } from './features/auth/principal.ts'
import type { VisitorFinder } from './features/auth/visitor-finder.ts'
import { billingRoutes } from './features/billing/routes.ts'
import type { Catalog } from './features/catalog/catalog.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import type { BusinessClock } from './features/clock/business-clock.ts'
import { testClockRoutes } from './features/clock/routes.ts'
import type { LookDeps } from './features/control/alerts/look.ts'
import { budgetRoutes } from './features/control/budgets/routes.ts'
import { creditRoutes } from './features/control/credit/routes.ts'
import { decisionRoutes } from './features/control/decisions/routes.ts'
import { guardRoutes } from './features/control/guard/routes.ts'
import type { GuardServiceDeps } from './features/control/guard/service.ts'
import { budgetStatusRoutes } from './features/control/status/routes.ts'
import { suggestionRoutes } from './features/control/suggestions/routes.ts'
import { costAllocationRoutes } from './features/cost-allocations/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { hasCustomers } from './features/customers/service.ts'
import type { PdfRenderer } from './features/delivery/documents/pdf/pdf.ts'
import { mailPreviewRoutes } from './features/delivery/mail-preview/routes.ts'
import { sampleInvoiceRoutes } from './features/delivery/sample-routes.ts'
import { invoiceSendRoutes } from './features/delivery/send-routes.ts'
import { timelineRoutes } from './features/delivery/timeline/routes.ts'
import { demoRoutes } from './features/demo/routes.ts'
import { discountRoutes } from './features/discounts/routes.ts'
import type { DeliverDeps } from './features/emails/deliver.ts'
import { emailRoutes } from './features/emails/routes.ts'
import { correctionRoutes } from './features/events/corrections/routes.ts'
import { costRateRoutes } from './features/events/cost-rates/routes.ts'
import { mappingRoutes } from './features/events/mapping/routes.ts'
import type { OrganizationTurns } from './features/events/organization-turns.ts'
import { rejectionRequestRoutes } from './features/events/rejection-requests/routes.ts'
import { rejectionRoutes } from './features/events/rejections/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { addIdempotencyKeys } from './features/idempotent-requests/hook.ts'
import { invitationLinkRoutes } from './features/invitations/link-routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { ledgerRoutes } from './features/ledger/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { myOrganizationRoutes } from './features/organizations/mine/mine-routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { verifyRoutes } from './features/organizations/verify-routes.ts'
import type { OutboxBells } from './features/outbox/lanes.ts'
import { autoTopUpRoutes } from './features/payments/auto-top-up-settings/routes.ts'
import { creditGrantRoutes } from './features/payments/credit-grants/routes.ts'
import { creditMovementRoutes } from './features/payments/credit-movements/routes.ts'
import { creditPayoutRoutes } from './features/payments/credit-payouts/routes.ts'
import { stripeWebhookRoutes } from './features/payments/notifications/stripe-webhook.ts'
import type { PaymentProvider } from './features/payments/provider/provider.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { topUpRoutes } from './features/payments/top-ups/routes.ts'
import { accountRoutes } from './features/portal/account/routes.ts'
import { portalLinkRoutes } from './features/portal/link/routes.ts'
import { payRoutes } from './features/portal/routes.ts'
import { sandboxRoutes } from './features/portal/test-checkout/routes.ts'
import { saveCardRoutes } from './features/portal/test-checkout/save-card-routes.ts'
import { portalVisitRoutes } from './features/portal/visit/routes.ts'
import { portalVisitorRoutes } from './features/portal/visitor-routes.ts'
import { portalSessionRoutes } from './features/portal-sessions/routes.ts'
import { pricingPlanRoutes } from './features/pricing-plans/routes.ts'
import { repricingRoutes } from './features/repricing/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import type { SignIn } from './features/sessions/sign-in.ts'
import { signInRoutes } from './features/sessions/sign-in-routes.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { signalRoutes } from './features/signals/routes.ts'
import type { SettlementWindows } from './features/signals/settlement-windows.ts'
import { rezoneSubscriptions } from './features/subscriptions/periods/rezone.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { taxRateRoutes } from './features/tax-rates/routes.ts'
import { ingestRoutes } from './features/traces/ingest/routes.ts'
import { otlpRoutes } from './features/traces/otlp/routes.ts'
import { attributionRuleRoutes } from './features/traces/rules/routes.ts'
import { runRoutes } from './features/traces/runs/routes.ts'
import type { RecordUsageDeps } from './features/usage/record.ts'
import { usageRoutes } from './features/usage/routes.ts'
import type { UsageMetrics } from './features/usage/usage-metrics.ts'
import type { UrlRules } from './features/webhooks/endpoints/url.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { WebhookMetrics } from './features/webhooks/sending/metrics.ts'
import { describeWebhooks } from './features/webhooks/types/describe-webhooks.ts'
import { createFairTurns } from './platform/batching/fair-turns.ts'
import type { Bell } from './platform/bell.ts'
import type { CircuitBreaker } from './platform/circuit-breaker.ts'
import type { Db } from './platform/database.ts'
import { endReadsWithCaller } from './platform/http/caller-gone.ts'
import { closeWithin } from './platform/http/close.ts'
import { addCommonHeaders } from './platform/http/common-headers.ts'
import { addCsv } from './platform/http/csv/csv.ts'
import { handleError } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health/health.ts'
import { addRequestMetrics } from './platform/http/health/metrics.ts'
import type { GuessLimit } from './platform/http/limits/guess-limit.ts'
import { addHeavyRoutes, HEAVY_LIMITS } from './platform/http/limits/heavy-routes.ts'
import { addRateLimit } from './platform/http/limits/rate-limit.ts'
import { addOpenApi } from './platform/http/openapi/openapi.ts'
import { addReference } from './platform/http/openapi/reference.ts'
import type { BuiltPages } from './platform/http/pages/built-pages.ts'
import { addAssets, pageOrNotFound } from './platform/http/pages/pages.ts'
import { requestIdOf } from './platform/http/request-log/request-id.ts'
import { addRequestLog } from './platform/http/request-log/request-log.ts'
import { addSerialization } from './platform/http/serialization.ts'
import { addJsonBodyParser } from './platform/http/validation/json-body.ts'
import { addValidation, refuseNulInUrl } from './platform/http/validation/validation.ts'
import { addVersionHeaders } from './platform/http/version-headers.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Sealer } from './platform/program/seal.ts'
import { VERSION } from './platform/program/version.ts'
import { ERROR_EXAMPLES } from './reference/error-examples.ts'
import { readExamples } from './reference/examples.ts'
import { FIELD_TEXTS } from './reference/fields/fields.ts'
import { guideRoutes } from './reference/guides/routes.ts'
import { GROUPS, INTRODUCTION } from './reference/reference.ts'
import { TAG_DESCRIPTIONS } from './reference/tags.ts'

/** Dependencies of the routes. Tests build the same app with their own database. */
export type Deps = {
  config: ServiceConfig
  log: Log
  db: Db
  pool: Pool
  registry: Registry
  authenticator: Authenticator
  /** Finds the signed-in user of a request. */
  people: PersonFinder
  /** Finds the portal visitor of a request. */
  visitors: VisitorFinder
  signIn: SignIn
  guessLimit: GuessLimit
  auditLog: AuditLog
  catalog: Catalog
  mappingTurns: OrganizationTurns
  correctionTurns: OrganizationTurns
  usage: RecordUsageDeps
  settlementWindows: SettlementWindows
  guardService: GuardServiceDeps
  alertDeps: LookDeps
  /** Returns false for organizations without holds. */
  hasHolds: (organizationId: string) => boolean
  usageMetrics: UsageMetrics
  /** True once the process received a stop signal; it may keep serving for a while. */
  isStopping: () => boolean
  /**
   * Returns why the service is not ready although its database answers; undefined when it is ready.
   */
  findObstacle: () => string | undefined
  mailer: Mailer
  /** Open while the mail server does not respond. */
  mailBreaker: CircuitBreaker
  attachmentsOf: DeliverDeps['attachmentsOf']
  /** Rings when the outgoing mail queue has new messages. */
  mailBell: Bell
  pdf: PdfRenderer
  /** Ring when new events wait for outbox consumers. */
  outboxBells: OutboxBells
  /** Rings when new deliveries wait for webhook endpoints. */
  webhookBell: Bell
  webhookMetrics: WebhookMetrics
  sealer: Sealer
  /** Which URLs webhooks may lead to. */
  urlRules: UrlRules
  /** Null when online payment is not configured. */
  payments: PaymentProvider | null
  /** The built web pages; undefined when they were not built. */
  pages: BuiltPages | undefined
  /** Business time of each organization. `now` below is real time. */
  clock: BusinessClock
  now: () => Date
}

const BODY_LIMIT_BYTES = 1_048_576
/** Time limits for receiving a request; a request that arrives too slowly is closed. */
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
const TIMEOUT_CHECK_MS = 5_000
/**
 * Time for open requests to finish at shutdown; shorter than Docker's limit for the whole process.
 */
const CLOSE_WITHIN_MS = 8_000

/** Builds the HTTP service with every option and route. It does not listen yet. */
export async function buildApp(deps: Deps) {
  const { config, db, now } = deps
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    frameworkErrors: handleError,
    trustProxy: trustedProxies(config),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setErrorHandler(handleError)
  closeWithin(app, CLOSE_WITHIN_MS)
  refuseNulInUrl(app)
  addJsonBodyParser(app)
  addValidation(app)
  addSerialization(app)
  // Registered before the hooks that refuse requests, so that a 401 carries these headers too.
  addCommonHeaders(app)
  addCsv(app)
  addVersionHeaders(app)
  addRequestLog(app, (request) =>
    isAuthenticated(request) ? { organizationId: organizationOf(request) } : {},
  )
  addRequestMetrics(app, deps.registry)
  // Registered before the audit log: the response is stored for retries even if logging it takes
  // too long.
  addIdempotencyKeys(app, deps)
  addAuditLog(app, deps.auditLog, now)
  addOriginCheck(app, deps)
  addAuthentication(app, deps)
  const limited = await addRateLimit(app, {
    perSecond: config.rateLimit,
    keyOf: (request) => {
      const caller = callerOf(request)
      return caller && actorText(caller)
    },
  })
  endReadsWithCaller(app)
  addHeavyRoutes(app, { take: createFairTurns(HEAVY_LIMITS), ownerOf: organizationOf })
  app.setNotFoundHandler(limited, pageOrNotFound(deps.pages))
  await addOpenApi(app, {
    version: VERSION,
    introduction: INTRODUCTION,
    groups: GROUPS,
    tagDescriptions: TAG_DESCRIPTIONS,
    securitySchemes: SECURITY_SCHEMES,
    describeCallers,
    refusalsOfCallers,
    fieldTexts: FIELD_TEXTS,
    errorExamples: ERROR_EXAMPLES,
    readExamples,
    webhooks: describeWebhooks(),
  })
  await addReference(app, 'Piecework API')
  await app.register(guideRoutes, deps)

  addAssets(app, deps.pages)
  await app.register(healthRoutes, deps)
  await app.register(setupRoutes, deps)
  await app.register(signInRoutes, deps)
  await app.register(sessionRoutes, deps)
  await app.register(memberRoutes, deps)
  await app.register(invitationRoutes, deps)
  await app.register(invitationLinkRoutes, deps)
  await app.register(verifyRoutes, { db })
  await app.register(otlpRoutes, deps)
  await app.register(ingestRoutes, deps)
  await app.register(runRoutes, { ...deps, priceRecords: priceRecords(db) })
  await app.register(attributionRuleRoutes, { db, now })
  await app.register(usageRoutes, { ...deps, priceRecords: priceRecords(db) })
  await app.register(eventRoutes, deps)
  await app.register(mappingRoutes, deps)
  await app.register(costRateRoutes, deps)
  await app.register(costAllocationRoutes, deps)
  await app.register(correctionRoutes, deps)
  await app.register(rejectionRoutes, deps)
  await app.register(rejectionRequestRoutes, deps)
  await app.register(guardRoutes, deps)
  await app.register(decisionRoutes, deps)
  await app.register(suggestionRoutes, deps)
  await app.register(budgetRoutes, deps)
  await app.register(budgetStatusRoutes, deps)
  await app.register(catalogRoutes, deps)
  await app.register(pricingPlanRoutes, deps)
  await app.register(customerRoutes, { ...deps, rezone: rezoneSubscriptions })
  await app.register(agentRoutes, deps)
  await app.register(signalRoutes, deps)
  await app.register(subscriptionRoutes, deps)
  await app.register(testClockRoutes, {
    ...deps,
    advance: advanceOf(deps),
    hasData: (organizationId) => hasCustomers(db, organizationId),
    timeline: timelineOf(db),
  })
  await app.register(organizationRoutes, deps)
  await app.register(demoRoutes, deps)
  await app.register(myOrganizationRoutes, deps)
  await app.register(apiKeyRoutes, deps)
  await app.register(auditLogRoutes, deps)
  await app.register(couponRoutes, deps)
  await app.register(discountRoutes, deps)
  await app.register(taxRateRoutes, deps)
  await app.register(invoiceRoutes, deps)
  await app.register(billingRoutes, deps)
  await app.register(invoiceSendRoutes, deps)
  await app.register(mailPreviewRoutes, deps)
  await app.register(timelineRoutes, deps)
  await app.register(sampleInvoiceRoutes, deps)
  await app.register(emailRoutes, { db })
  await app.register(paymentRoutes, deps)
  await app.register(creditPayoutRoutes, deps)
  await app.register(creditMovementRoutes, { db })
  await app.register(creditGrantRoutes, deps)
  await app.register(topUpRoutes, deps)
  await app.register(autoTopUpRoutes, deps)
  await app.register(creditRoutes, deps)
  await app.register(payRoutes, deps)
  await app.register(portalSessionRoutes, deps)
  await app.register(portalLinkRoutes, deps)
  await app.register(accountRoutes, deps)
  await app.register(portalVisitRoutes, deps)
  await app.register(portalVisitorRoutes, deps)
  await app.register(sandboxRoutes, deps)
  await app.register(saveCardRoutes, deps)
  await app.register(stripeWebhookRoutes, deps)
  await app.register(webhookRoutes, deps)
  await app.register(repricingRoutes, deps)
  await app.register(ledgerRoutes, deps)
  await app.register(analyticsRoutes, deps)
  return app
}

/**
 * Returns Fastify's `trustProxy` option. A hop count becomes a function: Fastify ignores plain
 * numbers, because a client that bypasses the proxies could forge its address.
 */
export function trustedProxies({ trustProxy }: Pick<ServiceConfig, 'trustProxy'>) {
  if (trustProxy === false) return false
  if (typeof trustProxy === 'object') return [...trustProxy]
  return (_address: string, hop: number) => hop < trustProxy
}
