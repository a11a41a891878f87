import type { AgentCreate, AgentUpdate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** AI agents, each with a code of your choice. */
export const agentsOf = (http: Http) => ({
  list: (query?: Query<'/v1/agents'>, options?: RequestOptions) =>
    http.list('/v1/agents', { query, ...options }),
  get: (agentId: string, options?: RequestOptions) =>
    http.get('/v1/agents/{agentId}', { path: { agentId }, ...options }),
  create: (body: AgentCreate, options?: WriteOptions) =>
    http.post('/v1/agents', { body, ...options }),
  update: (agentId: string, body: AgentUpdate, options?: RequestOptions) =>
    http.patch('/v1/agents/{agentId}', { path: { agentId }, body, ...options }),
  delete: (agentId: string, options?: RequestOptions) =>
    http.delete('/v1/agents/{agentId}', { path: { agentId }, ...options }),
})
