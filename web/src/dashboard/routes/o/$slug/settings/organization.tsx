import { createFileRoute } from '@tanstack/react-router'
import { OrganizationPage } from '../../../../settings/organization-page.tsx'

export const Route = createFileRoute('/o/$slug/settings/organization')({
  component: OrganizationPage,
})
