import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../../program/version.ts'
import { onAnswered } from '../request-log/answered.ts'

/**
 * Created once for each process, because its observers are never released, nor is anything they
 * reference.
 */
let metricsOfNode: Registry | undefined

/** Creates the registry with the metrics of this process. */
export function createRegistry(): Registry {
  if (!metricsOfNode) {
    metricsOfNode = new Registry()
    collectDefaultMetrics({ register: metricsOfNode })
  }
  const registry = Registry.merge([metricsOfNode])
  new Gauge({
    name: 'piecework_build_info',
    help: 'Always 1; its labels say which version runs, and on which Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1)
  return registry
}

/** Counts requests by route, not by URL, because ids would create an unbounded number of labels. */
export function addRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status']
  const requests = new Counter({
    name: 'piecework_http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'piecework_http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  onAnswered(app, (request, status, milliseconds) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status })
    seconds.observe({ method, route }, milliseconds / 1_000)
  })
}

/** Adds a gauge of the connections to PostgreSQL by state. */
export function addPoolMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'piecework_database_connections',
    help: 'Connections of the pool by state; waiting are requests for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
