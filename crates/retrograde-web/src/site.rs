//! The state of the server, which all requests share.

use std::sync::Arc;

use retrograde_api::App;
use retrograde_service::registry::Registry;

use crate::assets::Assets;
use crate::protection::Policy;
use crate::settings::ServerSettings;
use crate::threads::Threads;

/// The API, the page, and the settings of the server.
pub(crate) struct Site {
    pub(crate) app: Arc<App>,
    pub(crate) assets: Assets,
    pub(crate) policy: Policy,
    pub(crate) settings: ServerSettings,
}

impl Site {
    pub(crate) fn new(registry: Arc<Registry>, settings: ServerSettings) -> Self {
        let app = Arc::new(App::new(registry, settings.of_api(), Arc::new(Threads::new())));
        Self { app, assets: Assets::new(settings.page.clone()), policy: Policy::new(&settings.embed), settings }
    }
}
