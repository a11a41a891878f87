import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { start } from '../ui/start.tsx'
import { createPortalRouter } from './router.ts'
import { endSession } from './session/session-end.ts'
import { PortalTheme } from './shell/portal-theme.tsx'

const queryClient = createQueryClient(endSession)
const router = createPortalRouter()

start(
  <PortalTheme>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </PortalTheme>,
)
