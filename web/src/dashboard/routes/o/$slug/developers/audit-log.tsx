import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../../../audit-log/audit-log-page.tsx'
import { auditLogSearch } from '../../../../audit-log/audit-log-search.ts'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/developers/audit-log')({
  validateSearch: auditLogSearch,
  component: AuditLogRoute,
})

function AuditLogRoute() {
  const navigate = Route.useNavigate()
  return (
    <Allowed title="Audit log" permission="audit_log">
      <AuditLogPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
    </Allowed>
  )
}
