// A Vulkan driver that fails on purpose, in front of a good one.
//
// Everything goes to the driver library that BROKEN_DRIVER_REAL names, but for what BROKEN_DRIVER says: "device": no device can
// be made; "pipelines": no graphics pipeline can be made; "depth": there is no memory for those that draw depth alone, as maps of shadows are
// drawn; "picture": nothing is drawn; "crash": the whole process ends when a device is made; "list": already when its adapters are listed. It calls itself a discrete adapter, so that
// it is tried before software ones.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define EXPORT __attribute__((visibility("default")))

typedef VkResult (*Negotiate)(uint32_t *);

static PFN_vkGetInstanceProcAddr real_instance_proc;
static PFN_vkGetInstanceProcAddr real_physical_proc;
static Negotiate real_negotiate;
static PFN_vkGetDeviceProcAddr real_device_proc;
static PFN_vkGetPhysicalDeviceProperties real_properties;
static PFN_vkGetPhysicalDeviceProperties2 real_properties2;
static PFN_vkCreateGraphicsPipelines real_pipelines;

static int open_real(void) {
    if (real_instance_proc) {
        return 1;
    }
    const char *path = getenv("BROKEN_DRIVER_REAL");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) {
        return 0;
    }
    real_negotiate = (Negotiate)dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion");
    real_physical_proc = (PFN_vkGetInstanceProcAddr)dlsym(library, "vk_icdGetPhysicalDeviceProcAddr");
    real_instance_proc = (PFN_vkGetInstanceProcAddr)dlsym(library, "vk_icdGetInstanceProcAddr");
    return real_instance_proc != NULL;
}

static int fails_at(const char *what) {
    const char *wanted = getenv("BROKEN_DRIVER");
    return wanted && strcmp(wanted, what) == 0;
}

static void rename_device(VkPhysicalDeviceProperties *properties) {
    snprintf(properties->deviceName, sizeof properties->deviceName, "Broken GPU");
    properties->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out) {
    real_properties(device, out);
    rename_device(out);
}

static VKAPI_ATTR void VKAPI_CALL get_properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out) {
    real_properties2(device, out);
    rename_device(&out->properties);
}

static VKAPI_ATTR VkResult VKAPI_CALL no_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                const VkAllocationCallbacks *allocator, VkDevice *out) {
    (void)physical, (void)info, (void)allocator, (void)out;
    return VK_ERROR_INITIALIZATION_FAILED;
}

static VKAPI_ATTR VkResult VKAPI_CALL crash(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                            const VkAllocationCallbacks *allocator, VkDevice *out) {
    (void)physical, (void)info, (void)allocator, (void)out;
    abort();
}

static VKAPI_ATTR VkResult VKAPI_CALL crash_listing(VkInstance instance, uint32_t *count, VkPhysicalDevice *out) {
    (void)instance, (void)count, (void)out;
    abort();
}

static VKAPI_ATTR VkResult VKAPI_CALL no_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                   const VkGraphicsPipelineCreateInfo *infos,
                                                   const VkAllocationCallbacks *allocator, VkPipeline *out) {
    (void)device, (void)cache, (void)infos, (void)allocator;
    memset(out, 0, count * sizeof *out);
    return VK_ERROR_DEVICE_LOST;
}

static VKAPI_ATTR VkResult VKAPI_CALL no_depth_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                         const VkGraphicsPipelineCreateInfo *infos,
                                                         const VkAllocationCallbacks *allocator, VkPipeline *out) {
    for (uint32_t i = 0; i < count; i++) {
        const VkPipelineColorBlendStateCreateInfo *colors = infos[i].pColorBlendState;
        if (!colors || colors->attachmentCount == 0) {
            memset(out, 0, count * sizeof *out);
            return VK_ERROR_OUT_OF_DEVICE_MEMORY;
        }
    }
    return real_pipelines(device, cache, count, infos, allocator, out);
}

static VKAPI_ATTR void VKAPI_CALL no_draw(VkCommandBuffer buffer, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    (void)buffer, (void)a, (void)b, (void)c, (void)d;
}

static VKAPI_ATTR void VKAPI_CALL no_draw_indexed(VkCommandBuffer buffer, uint32_t a, uint32_t b, uint32_t c, int32_t d,
                                                  uint32_t e) {
    (void)buffer, (void)a, (void)b, (void)c, (void)d, (void)e;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char *name);

// What replaces a function of the real driver; NULL: nothing.
static PFN_vkVoidFunction replaced(const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        return (PFN_vkVoidFunction)device_proc;
    }
    if (fails_at("device") && strcmp(name, "vkCreateDevice") == 0) {
        return (PFN_vkVoidFunction)no_device;
    }
    if (fails_at("crash") && strcmp(name, "vkCreateDevice") == 0) {
        return (PFN_vkVoidFunction)crash;
    }
    if (fails_at("list") && strcmp(name, "vkEnumeratePhysicalDevices") == 0) {
        return (PFN_vkVoidFunction)crash_listing;
    }
    if (fails_at("pipelines") && strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        return (PFN_vkVoidFunction)no_pipelines;
    }
    if (fails_at("depth") && strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        return (PFN_vkVoidFunction)no_depth_pipelines;
    }
    if (fails_at("picture") && strcmp(name, "vkCmdDraw") == 0) {
        return (PFN_vkVoidFunction)no_draw;
    }
    if (fails_at("picture") && strcmp(name, "vkCmdDrawIndexed") == 0) {
        return (PFN_vkVoidFunction)no_draw_indexed;
    }
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char *name) {
    if (strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        real_pipelines = (PFN_vkCreateGraphicsPipelines)real_device_proc(device, name);
    }
    PFN_vkVoidFunction ours = replaced(name);
    return ours ? ours : real_device_proc(device, name);
}

static PFN_vkVoidFunction instance_proc(PFN_vkGetInstanceProcAddr real, VkInstance instance, const char *name) {
    PFN_vkVoidFunction theirs = real(instance, name);
    if (!theirs) {
        return NULL;
    }
    if (strcmp(name, "vkGetPhysicalDeviceProperties") == 0) {
        real_properties = (PFN_vkGetPhysicalDeviceProperties)theirs;
        return (PFN_vkVoidFunction)get_properties;
    }
    if (strcmp(name, "vkGetPhysicalDeviceProperties2") == 0 || strcmp(name, "vkGetPhysicalDeviceProperties2KHR") == 0) {
        real_properties2 = (PFN_vkGetPhysicalDeviceProperties2)theirs;
        return (PFN_vkVoidFunction)get_properties2;
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        real_device_proc = (PFN_vkGetDeviceProcAddr)theirs;
    }
    PFN_vkVoidFunction ours = replaced(name);
    return ours ? ours : theirs;
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    return open_real() && real_negotiate ? real_negotiate(version) : VK_ERROR_INCOMPATIBLE_DRIVER;
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    return open_real() ? instance_proc(real_instance_proc, instance, name) : NULL;
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    return open_real() && real_physical_proc ? instance_proc(real_physical_proc, instance, name) : NULL;
}
