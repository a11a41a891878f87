import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { StatusDeps } from '../control/status/status.ts'
import type { PdfRenderer } from '../delivery/documents/pdf/pdf.ts'
import type { RequestDeps } from '../events/rejection-requests/ask.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { portalArchiveRoutes } from './archives/routes.ts'
import { portalAutoTopUpRoutes } from './auto-top-ups/routes.ts'
import { portalBudgetRoutes } from './budgets/routes.ts'
import { portalCreditRoutes } from './credit/routes.ts'
import { portalCurrentPeriodRoutes } from './current-period/routes.ts'
import { portalInvoiceRoutes } from './invoices/routes.ts'
import { portalOutcomeComparisonRoutes } from './outcome-comparisons/routes.ts'
import { portalOutcomeRoutes } from './outcomes/routes.ts'
import { portalOverviewRoutes } from './overview/routes.ts'
import { portalPayingRoutes } from './paying/routes.ts'
import { portalProfileRoutes } from './profile/routes.ts'
import { portalRejectionRequestRoutes } from './rejection-requests/routes.ts'
import { portalSubscriptionRoutes } from './subscriptions/routes.ts'
import { portalTopUpRoutes } from './top-ups/routes.ts'
import { portalUsageRoutes } from './usage/routes.ts'

/** Routes for the pages of the portal; each is limited to the visiting customer. */
export const portalVisitorRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & RequestDeps & { pdf: PdfRenderer; mailer: Mailer; guardService: StatusDeps }
> = async (app, deps) => {
  await app.register(portalOverviewRoutes, deps)
  await app.register(portalUsageRoutes, deps)
  await app.register(portalCurrentPeriodRoutes, deps)
  await app.register(portalInvoiceRoutes, deps)
  await app.register(portalArchiveRoutes, deps)
  await app.register(portalCreditRoutes, deps)
  await app.register(portalBudgetRoutes, deps)
  await app.register(portalSubscriptionRoutes, deps)
  await app.register(portalOutcomeComparisonRoutes, deps)
  await app.register(portalOutcomeRoutes, deps)
  await app.register(portalRejectionRequestRoutes, deps)
  await app.register(portalPayingRoutes, deps)
  await app.register(portalTopUpRoutes, deps)
  await app.register(portalAutoTopUpRoutes, deps)
  await app.register(portalProfileRoutes, deps)
}
