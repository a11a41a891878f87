import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { closingRoutes } from './closing-routes.ts'
import type { AnalyticsDeps } from './deps.ts'
import { giveUpUnawaited } from './give-up.ts'
import { marginRoutes } from './margin-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { revenueRoutes } from './revenue-routes.ts'
import { workRoutes } from './work-routes.ts'

export const analyticsRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  giveUpUnawaited(app)
  await app.register(overviewRoutes, deps)
  await app.register(marginRoutes, deps)
  await app.register(workRoutes, deps)
  await app.register(revenueRoutes, deps)
  await app.register(closingRoutes, deps)
}
