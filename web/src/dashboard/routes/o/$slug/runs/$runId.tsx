import { createFileRoute } from '@tanstack/react-router'
import { RunPage } from '../../../../runs/run/run-page.tsx'

export const Route = createFileRoute('/o/$slug/runs/$runId')({ component: RunRoute })

function RunRoute() {
  const { runId } = Route.useParams()
  return <RunPage key={runId} runId={runId} />
}
