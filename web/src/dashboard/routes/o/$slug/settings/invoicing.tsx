import { createFileRoute } from '@tanstack/react-router'
import { InvoicingPage } from '../../../../settings/invoicing-page.tsx'

export const Route = createFileRoute('/o/$slug/settings/invoicing')({ component: InvoicingPage })
